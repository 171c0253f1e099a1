# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor's names in German, French and Spanish, mapped to the English ones that figures and units use.

Windows translates objects and counters. The table covers processors, disks, memory and networks; other names remain
unchanged.
"""

import re
from collections.abc import Iterable, Mapping

_OBJECTS: Mapping[str, str] = {
    "prozessor": "Processor", "prozessorinformationen": "Processor Information",
    "physikalischer datenträger": "PhysicalDisk", "logischer datenträger": "LogicalDisk", "speicher": "Memory",
    "arbeitsspeicher": "Memory", "netzwerkschnittstelle": "Network Interface", "netzwerkadapter": "Network Adapter",
    "prozess": "Process",
    "processeur": "Processor", "informations sur le processeur": "Processor Information",
    "disque physique": "PhysicalDisk", "disque logique": "LogicalDisk", "mémoire": "Memory",
    "interface réseau": "Network Interface", "carte réseau": "Network Adapter", "processus": "Process",
    "système": "System",
    "procesador": "Processor", "información del procesador": "Processor Information", "disco físico": "PhysicalDisk",
    "disco lógico": "LogicalDisk", "memoria": "Memory", "interfaz de red": "Network Interface",
    "adaptador de red": "Network Adapter", "proceso": "Process", "sistema": "System",
}  # fmt: skip
_COUNTERS: Mapping[str, tuple[str, ...]] = {
    "% Processor Time": ("prozessorzeit (%)", "% prozessorzeit", "% temps processeur", "% de tiempo de procesador",
                         "% tiempo de procesador"),
    "% User Time": ("benutzerzeit (%)", "% temps utilisateur", "% de tiempo de usuario"),
    "% Privileged Time": ("privilegierte zeit (%)", "% temps privilégié", "% de tiempo privilegiado"),
    "% Idle Time": ("leerlaufzeit (%)", "% temps d'inactivité", "% inactivité du disque", "% de tiempo inactivo"),
    "% Disk Time": ("zeit (%)", "% temps du disque", "% de tiempo de disco"),
    "Disk Reads/sec": ("lesevorgänge/s", "lectures disque/s", "lecturas de disco/s"),
    "Disk Writes/sec": ("schreibvorgänge/s", "écritures disque/s", "escrituras en disco/s", "escrituras de disco/s"),
    "Disk Transfers/sec": ("übertragungen/s", "transferts disque/s", "transferencias de disco/s"),
    "Disk Read Bytes/sec": ("bytes gelesen/s", "lectures disque, octets/s", "octets lus sur le disque/s",
                            "bytes de lectura de disco/s", "bytes leídos de disco/s"),
    "Disk Write Bytes/sec": ("bytes geschrieben/s", "écritures disque, octets/s", "octets écrits sur le disque/s",
                             "bytes de escritura en disco/s", "bytes escritos en disco/s"),
    "Disk Bytes/sec": ("bytes/s", "octets disque/s", "bytes de disco/s"),
    "Avg. Disk sec/Read": ("mittlere sek./lesevorgänge", "mittlere sek./lesevorgang", "moyenne disque s/lecture",
                           "media en segundos/lectura", "promedio en segundos/lectura",
                           "promedio de segundos de disco/lectura"),
    "Avg. Disk sec/Write": ("mittlere sek./schreibvorgänge", "mittlere sek./schreibvorgang",
                            "moyenne disque s/écriture", "media en segundos/escritura",
                            "promedio en segundos/escritura", "promedio de segundos de disco/escritura"),
    "Avg. Disk sec/Transfer": ("mittlere sek./übertragung", "mittlere sek./übertragungen",
                               "moyenne disque s/transfert", "media en segundos/transferencia",
                               "promedio en segundos/transferencia"),
    "Avg. Disk Queue Length": ("durchschnittl. warteschlangenlänge des datenträgers",
                               "durchschnittliche warteschlangenlänge des datenträgers",
                               "longueur moyenne de file d'attente du disque",
                               "longitud media de la cola de disco", "longitud promedio de la cola de disco"),
    "Current Disk Queue Length": ("aktuelle warteschlangenlänge", "longueur actuelle de la file d'attente du disque",
                                  "longitud actual de la cola de disco"),
    "Available MBytes": ("verfügbare mb", "mégaoctets disponibles", "mbytes disponibles", "mb disponibles"),
    "Available Bytes": ("verfügbare bytes", "octets disponibles", "bytes disponibles"),
    "Pages/sec": ("seiten/s", "pages/s", "páginas/s"),
    "Bytes Received/sec": ("empfangene bytes/s", "bytes empfangen/s", "octets reçus/s", "bytes recibidos/s"),
    "Bytes Sent/sec": ("gesendete bytes/s", "bytes gesendet/s", "octets envoyés/s", "bytes enviados/s"),
    "Bytes Total/sec": ("gesamtanzahl bytes/s", "total des octets/s", "total de bytes/s"),
    "Processor Queue Length": ("prozessor-warteschlangenlänge", "longueur de la file du processeur",
                               "longitud de la cola del procesador"),
    "Context Switches/sec": ("kontextwechsel/s", "changements de contexte/s", "cambios de contexto/s"),
}  # fmt: skip
_ENGLISH = {local: english for english, names in _COUNTERS.items() for local in names}
_PATH = re.compile(r"\\(?P<object>[^\\(]+)(?P<instance>\(.*\))?\\(?P<counter>[^\\]+)")
_FOREIGN = re.compile(r"(?:[^\d]/s|\(%\))$|[^\x00-\x7f]")
"""Signs of a language other than English; English names end in /sec or begin with % instead."""
_INSTANCE = re.compile(r"\(.*\)(?=\\)")
"""Names of instances, which users choose and which may be in any language."""


def english_path(path: str) -> str:
    """Return the path with Performance Monitor's English names if they are in the table; otherwise unchanged."""
    match = _PATH.fullmatch(path)
    if match is None:
        return path
    object_name = _OBJECTS.get(match["object"].strip().casefold())
    counter = _ENGLISH.get(match["counter"].strip().replace("\u2019", "'").casefold())
    if object_name is None or counter is None:
        return path
    return f"\\{object_name}{match['instance'] or ''}\\{counter}"


def foreign(paths: Iterable[str]) -> list[str]:
    """Return the paths that do not appear to be English."""
    return [path for path in paths if _FOREIGN.search(_INSTANCE.sub("", path))]
