# SPDX-License-Identifier: Apache-2.0
"""Write the bill of materials (CycloneDX) and the third-party notices of the packages.

    python3 packaging/inventory.py [FOLDER]        writes sbom.cdx.json and THIRD-PARTY-NOTICES.txt there (dist/)

Both describe an environment with exactly the packages of requirements.txt, by their hashes, on this system. If a
package's license is unknown or not in LICENCES, the exit status is 1: check the license before shipping.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from environment import RELEASE_REQUIREMENTS, REQUIREMENTS, ROOT, SetupError, own_environment, temporary_environment

SBOM = "sbom.cdx.json"
NOTICES = "THIRD-PARTY-NOTICES.txt"

LICENCES = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "LGPL-3.0-only",  # Qt for Python: its libraries are loaded dynamically, are replaceable, and are not modified
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
    "Unlicense",
    "Zlib",
    "any-OSI",  # apsw: any license approved by the Open Source Initiative
}

# SPDX expressions by the texts of packages that declare none.
NAMED = {
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "PSF": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}

VENDORED: dict[str, object] = {
    "name": "uPlot (npm: uplot), in the pages of sessions",
    "version": "1.6.32",
    "expression": "MIT",
    "place": "https://github.com/leeoniya/uPlot",
    "texts": [(ROOT / "resources" / "uplot" / "LICENSE").read_text(encoding="utf-8")],
}
"""Script that resources/uplot contains unchanged; app/report/page/page_file.py has its hash."""

COLLECT = """
import json, sys
from importlib.metadata import distributions

found = []
for one in distributions():
    fields = one.metadata
    classifiers = [c.rpartition(" :: ")[2] for c in fields.get_all("Classifier") or [] if c.startswith("License ::")]
    urls = [url.partition(",")[2].strip() for url in fields.get_all("Project-URL") or []]
    texts = []
    for path in one.files or []:
        name = path.name.upper()
        if name.startswith(("LICEN", "COPYING", "NOTICE")) and path.suffix not in (".py", ".pyc"):
            try:
                texts.append(path.locate().read_text(encoding="utf-8", errors="replace"))
            except OSError:
                continue
    found.append({
        "name": fields["Name"],
        "version": one.version,
        "expression": fields["License-Expression"] or "",
        "licence": fields["License"] or "",
        "classifiers": classifiers,
        "place": fields["Home-page"] or next(iter(urls), ""),
        "texts": list(dict.fromkeys(texts)),
    })
json.dump(found, sys.stdout)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return write_inventory(folder)
    except SetupError as error:
        sys.exit(f"Outpace: {error}")


def write_inventory(folder: Path) -> int:
    """Write both files to the folder; return 1 if a license is not known to be acceptable."""
    pip = Path(sys.executable) if importlib.util.find_spec("pip") else None
    with (
        temporary_environment(RELEASE_REQUIREMENTS, installer=pip) as tools,
        temporary_environment(REQUIREMENTS, installer=pip or tools / "python") as shipped,
    ):
        sbom: list[str | Path] = [
            tools / "cyclonedx-py",
            "environment",
            shipped / "python",
            "--pyproject",
            ROOT / "pyproject.toml",
        ]
        sbom += ["--output-reproducible", "--output-file", folder / SBOM]
        subprocess.run(sbom, env=own_environment(), check=True)
        collect: list[str | Path] = [shipped / "python", "-I", "-c", COLLECT]
        done = subprocess.run(collect, env=own_environment(), capture_output=True, text=True, check=True)
    packages = sorted([*json.loads(done.stdout), font()], key=lambda one: str(one["name"]).lower())
    unknown = [f"{one['name']} {one['version']}: {licence(one)}" for one in packages if not acceptable(licence(one))]
    (folder / NOTICES).write_text(notices([*packages, VENDORED]), encoding="utf-8")
    print(f"{folder / SBOM}\n{folder / NOTICES}: {len(packages) + 1} packages")
    if unknown:
        print("not a licence that is known to fit (LICENCES):\n  " + "\n  ".join(unknown), file=sys.stderr)
    return 1 if unknown else 0


def font() -> dict[str, object]:
    """Return the entry of the font, which is no package."""
    text = (ROOT / "widgets" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    return {
        "name": "Inter", "version": "4.1", "expression": "OFL-1.1", "licence": "", "classifiers": [],
        "place": "https://rsms.me/inter/", "texts": [text],
    }  # fmt: skip


def licence(package: dict[str, object]) -> str:
    """Return a package's license as an SPDX expression or in its own words; "unknown" if it has none."""
    if package["expression"]:
        return str(package["expression"])
    stated = str(package["licence"]).strip()
    classifiers = package["classifiers"]
    assert isinstance(classifiers, list)
    # The field contains the full text instead of a name.
    names = [stated] if stated and "\n" not in stated else [str(one) for one in classifiers]
    return " OR ".join(NAMED.get(name, name) for name in names) or "unknown"


def acceptable(expression: str) -> bool:
    """Return whether one of the alternatives consists of known licenses."""
    return any(
        all(part.strip(" ()") in LICENCES for part in alternative.split(" AND "))
        for alternative in expression.split(" OR ")
    )


def notices(packages: list[dict[str, object]]) -> str:
    """Return the notices for a package of Outpace: each third party's name, license, URL and license texts."""
    parts = ["Outpace is shipped with the packages below, unchanged. Each is under its own licence.\n"]
    for one in packages:
        texts = one["texts"]
        assert isinstance(texts, list)
        head = f"{one['name']} {one['version']}\nLicence: {licence(one)}\n{one['place']}".rstrip()
        parts.append("\n\n".join([f"{'=' * 100}\n{head}", *(str(text).strip() for text in texts)]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())
