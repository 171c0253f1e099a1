<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>Outpace</name>
        <message>
            <source> Recording continues.</source>
            <translation> Die Aufzeichnung geht weiter.</translation>
        </message>
        <message>
            <source> and </source>
            <translation> und </translation>
        </message>
        <message>
            <source> or </source>
            <translation> oder </translation>
        </message>
        <message>
            <source> s</source>
            <translation> s</translation>
        </message>
        <message>
            <source> then </source>
            <translation> dann </translation>
        </message>
        <message>
            <source> · drawn ×{factor}</source>
            <translation> · gezeichnet ×{factor}</translation>
        </message>
        <message>
            <source> · last {time} {ratio}</source>
            <translation> · letzte {time} {ratio}</translation>
        </message>
        <message>
            <source>! warning</source>
            <translation>! Warnung</translation>
        </message>
        <message>
            <source>"keyring", "prompt", "none" or "env:" and the name of an environment variable</source>
            <translation>"keyring", "prompt", "none" oder "env:" und der Name einer Umgebungsvariablen</translation>
        </message>
        <message>
            <source>"{database}" on this server is a target of {owner} already; two targets need two databases: give each a name of its own</source>
            <translation>„{database}“ auf diesem Server ist schon ein Ziel von {owner}; zwei Ziele brauchen zwei Datenbanken: Geben Sie jeder einen eigenen Namen</translation>
        </message>
        <message>
            <source>"{name}" has facts but no figure: give each figure its run, and leave sums over systems out</source>
            <translation>"{name}" hat Angaben, aber keinen Wert: geben Sie zu jedem Wert seinen Lauf an, und lassen Sie Summen über Systeme weg</translation>
        </message>
        <message>
            <source>"{name}" is named twice</source>
            <translation>„{name}“ ist zweimal genannt</translation>
        </message>
        <message>
            <source>"{name}" is there already</source>
            <translation>„{name}“ gibt es schon</translation>
        </message>
        <message>
            <source>"{name}" stands for all transactions together; choose another</source>
            <translation>„{name}“ steht für alle Transaktionen zusammen; wählen Sie einen anderen Namen</translation>
        </message>
        <message>
            <source>"{name}" was measured in {holder} and in {file}: join one of them</source>
            <translation>„{name}“ wurde in {holder} und in {file} gemessen: Nehmen Sie eine davon</translation>
        </message>
        <message>
            <source>"{system}" is none of the systems: {names}</source>
            <translation>„{system}“ ist keines der Systeme: {names}</translation>
        </message>
        <message>
            <source>"{text}" can be read in two ways: as thousands or with three decimals (add --decimal comma or --decimal point)</source>
            <translation>"{text}" kann auf zwei Arten gelesen werden: als Tausender oder mit drei Nachkommastellen (--decimal comma oder --decimal point)</translation>
        </message>
        <message>
            <source>"{text}" has lost its date and hour: a spreadsheet saved what it showed. Import the log as Performance Monitor wrote it (relog FILE.blg -f csv -o log.csv)</source>
            <translation>"{text}" hat Datum und Stunde verloren: Eine Tabellenkalkulation hat gespeichert, was sie anzeigte. Importieren Sie das Protokoll, wie die Leistungsüberwachung es schrieb (relog DATEI.blg -f csv -o log.csv)</translation>
        </message>
        <message>
            <source>"{text}" here and "{other}" in line {other_line} use different decimal signs. Write all numbers alike (or add --decimal comma or --decimal point)</source>
            <translation>"{text}" hier und "{other}" in Zeile {other_line} haben verschiedene Dezimalzeichen. Schreiben Sie alle Zahlen gleich (--decimal comma oder --decimal point)</translation>
        </message>
        <message>
            <source>"{text}" is not a date in the same order as those before</source>
            <translation>"{text}" ist kein Datum in der Reihenfolge der vorigen</translation>
        </message>
        <message>
            <source>"{text}" is not a number</source>
            <translation>"{text}" ist keine Zahl</translation>
        </message>
        <message>
            <source>"{text}" is not a time</source>
            <translation>"{text}" ist keine Zeit</translation>
        </message>
        <message>
            <source>"{text}" is not a time of day</source>
            <translation>"{text}" ist keine Uhrzeit</translation>
        </message>
        <message>
            <source>"{text}" is not a time; S_TIME_FORMAT=ISO makes one that every reader knows</source>
            <translation>"{text}" ist keine Zeit; S_TIME_FORMAT=ISO schreibt sie so, dass jeder sie lesen kann</translation>
        </message>
        <message>
            <source>"{text}" is not an address. Name one of this computer, such as 10.0.0.5 or 10.0.0.5:8080.</source>
            <translation>„{text}“ ist keine Adresse. Nennen Sie eine dieses Rechners, etwa 10.0.0.5 oder 10.0.0.5:8080.</translation>
        </message>
        <message>
            <source>"{text}" is out of range</source>
            <translation>"{text}" liegt außerhalb des Bereichs</translation>
        </message>
        <message>
            <source>"{text}": nothing of this text is allowed. See `outpace consents`</source>
            <translation>„{text}“: Unter diesem Text ist nichts erlaubt. Siehe `outpace consents`</translation>
        </message>
        <message>
            <source>"{text}": several files are named {name}; write its folder too</source>
            <translation>"{text}": Mehrere Dateien heißen {name}; schreiben Sie auch den Ordner dazu</translation>
        </message>
        <message>
            <source>"{title}" has changed since its baseline was set ({since}): {parts}. Undo that, or run the scenario and set a new baseline: outpace baseline set SESSION</source>
            <translation>„{title}“ wurde geändert, seit seine Vergleichssitzung gesetzt wurde ({since}): {parts}. Das ist zurückzunehmen, oder das Szenario auszuführen und eine neue zu setzen: outpace baseline set SITZUNG</translation>
        </message>
        <message>
            <source>"{title}" has no baseline. Set one of its sessions: outpace baseline set SESSION</source>
            <translation>„{title}“ hat keine Vergleichssitzung. Eine seiner Sitzungen setzt: outpace baseline set SITZUNG</translation>
        </message>
        <message>
            <source>&amp;About Outpace</source>
            <translation>Ü&amp;ber Outpace</translation>
        </message>
        <message>
            <source>&amp;Add Files…</source>
            <translation>&amp;Hinzufügen…</translation>
        </message>
        <message>
            <source>&amp;Add Logs…</source>
            <translation>Protokolle &amp;hinzufügen…</translation>
        </message>
        <message>
            <source>&amp;Add Sessions…</source>
            <translation>Sitzungen &amp;hinzufügen…</translation>
        </message>
        <message>
            <source>&amp;Add…</source>
            <translation>&amp;Hinzufügen…</translation>
        </message>
        <message>
            <source>&amp;Agents</source>
            <translation>A&amp;genten</translation>
        </message>
        <message>
            <source>&amp;Attract Loop…</source>
            <translation>&amp;Vorführschleife…</translation>
        </message>
        <message>
            <source>&amp;Baseline</source>
            <translation>&amp;Basis</translation>
        </message>
        <message>
            <source>&amp;Booth</source>
            <translation>Me&amp;ssestand</translation>
        </message>
        <message>
            <source>&amp;Booth View</source>
            <translation>&amp;Standansicht</translation>
        </message>
        <message>
            <source>&amp;Build…</source>
            <translation>&amp;Aufbauen…</translation>
        </message>
        <message>
            <source>&amp;Cancel the Build</source>
            <translation>Aufbau &amp;abbrechen</translation>
        </message>
        <message>
            <source>&amp;Check…</source>
            <translation>&amp;Prüfen…</translation>
        </message>
        <message>
            <source>&amp;Choose…</source>
            <translation>&amp;Wählen…</translation>
        </message>
        <message>
            <source>&amp;Close</source>
            <translation>S&amp;chließen</translation>
        </message>
        <message>
            <source>&amp;Copy Image</source>
            <translation>Bild &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Copy Picture</source>
            <translation>&amp;Bild kopieren</translation>
        </message>
        <message>
            <source>&amp;Copy Table</source>
            <translation>Tabelle &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Counters…</source>
            <translation>&amp;Zähler…</translation>
        </message>
        <message>
            <source>&amp;Default Counters</source>
            <translation>Standardzähle&amp;r</translation>
        </message>
        <message>
            <source>&amp;Down</source>
            <translation>&amp;Ab</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Bearbeiten</translation>
        </message>
        <message>
            <source>&amp;Edit a Scenario…</source>
            <translation>Szenario bearb&amp;eiten…</translation>
        </message>
        <message>
            <source>&amp;Exhibitor…</source>
            <translation>&amp;Aussteller…</translation>
        </message>
        <message>
            <source>&amp;Export This Chart…</source>
            <translation>Dieses Diagramm &amp;exportieren…</translation>
        </message>
        <message>
            <source>&amp;Export…</source>
            <translation>&amp;Exportieren…</translation>
        </message>
        <message>
            <source>&amp;Fewer Users</source>
            <translation>&amp;Weniger Nutzer</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Datei</translation>
        </message>
        <message>
            <source>&amp;Follow Again</source>
            <translation>Wieder &amp;folgen</translation>
        </message>
        <message>
            <source>&amp;Freeze</source>
            <translation>&amp;Einfrieren</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Hilfe</translation>
        </message>
        <message>
            <source>&amp;Highlight</source>
            <translation>&amp;Hervorheben</translation>
        </message>
        <message>
            <source>&amp;Import Results…</source>
            <translation>Ergebnisse &amp;importieren…</translation>
        </message>
        <message>
            <source>&amp;Join Sessions…</source>
            <translation>Sitzungen &amp;zusammenfügen…</translation>
        </message>
        <message>
            <source>&amp;Keep Building</source>
            <translation>&amp;Weiter aufbauen</translation>
        </message>
        <message>
            <source>&amp;Keep Running</source>
            <translation>&amp;Weiterlaufen</translation>
        </message>
        <message>
            <source>&amp;Keep Running in Background</source>
            <translation>Im &amp;Hintergrund weiterlaufen lassen</translation>
        </message>
        <message>
            <source>&amp;Keep the comparison among the sessions</source>
            <translation>Den Vergleich bei den Sitzungen be&amp;halten</translation>
        </message>
        <message>
            <source>&amp;Keyboard Shortcuts</source>
            <translation>&amp;Tastenkürzel</translation>
        </message>
        <message>
            <source>&amp;Latency</source>
            <translation>&amp;Latenz</translation>
        </message>
        <message>
            <source>&amp;Later</source>
            <translation>&amp;Später</translation>
        </message>
        <message>
            <source>&amp;Line up on</source>
            <translation>&amp;Ausrichten an</translation>
        </message>
        <message>
            <source>&amp;Logarithmic Scale</source>
            <translation>&amp;Logarithmische Skala</translation>
        </message>
        <message>
            <source>&amp;More Users</source>
            <translation>&amp;Mehr Nutzer</translation>
        </message>
        <message>
            <source>&amp;New Scenario</source>
            <translation>&amp;Neues Szenario</translation>
        </message>
        <message>
            <source>&amp;New Scenario…</source>
            <translation>&amp;Neues Szenario…</translation>
        </message>
        <message>
            <source>&amp;Only what differs</source>
            <translation>&amp;Nur Unterschiede</translation>
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation>&amp;Öffnen…</translation>
        </message>
        <message>
            <source>&amp;Overlay</source>
            <translation>&amp;Überlagern</translation>
        </message>
        <message>
            <source>&amp;Pass</source>
            <translation>&amp;Durchgang</translation>
        </message>
        <message>
            <source>&amp;Play or Pause</source>
            <translation>Wie&amp;dergabe oder Pause</translation>
        </message>
        <message>
            <source>&amp;Play the Loop at 10×</source>
            <translation>Schleife mit 10× &amp;abspielen</translation>
        </message>
        <message>
            <source>&amp;Presenter's Window</source>
            <translation>&amp;Moderationsfenster</translation>
        </message>
        <message>
            <source>&amp;Properties…</source>
            <translation>&amp;Eigenschaften…</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>Bee&amp;nden</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>&amp;Wiederherstellen</translation>
        </message>
        <message>
            <source>&amp;Redo {what}</source>
            <translation>&amp;Wiederherstellen: {what}</translation>
        </message>
        <message>
            <source>&amp;Rehearse…</source>
            <translation>&amp;Probe…</translation>
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation>&amp;Entfernen</translation>
        </message>
        <message>
            <source>&amp;Remove Counter</source>
            <translation>Zähler ent&amp;fernen</translation>
        </message>
        <message>
            <source>&amp;Report…</source>
            <translation>Be&amp;richt…</translation>
        </message>
        <message>
            <source>&amp;Reset the Time</source>
            <translation>Zeit &amp;zurücksetzen</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>&amp;Lauf</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <source>&amp;Scale…</source>
            <translation>&amp;Skalierung…</translation>
        </message>
        <message>
            <source>&amp;Settings…</source>
            <translation>&amp;Einstellungen…</translation>
        </message>
        <message>
            <source>&amp;Show</source>
            <translation>&amp;Zeigen</translation>
        </message>
        <message>
            <source>&amp;Snapshot…</source>
            <translation>&amp;Schnappschuss…</translation>
        </message>
        <message>
            <source>&amp;Stop</source>
            <translation>&amp;Stoppen</translation>
        </message>
        <message>
            <source>&amp;Stop the Run</source>
            <translation>Lauf &amp;stoppen</translation>
        </message>
        <message>
            <source>&amp;Test</source>
            <translation>&amp;Testen</translation>
        </message>
        <message>
            <source>&amp;Time</source>
            <translation>&amp;Zeit</translation>
        </message>
        <message>
            <source>&amp;Title</source>
            <translation>&amp;Titel</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>&amp;Rückgängig</translation>
        </message>
        <message>
            <source>&amp;Undo {what}</source>
            <translation>&amp;Rückgängig: {what}</translation>
        </message>
        <message>
            <source>&amp;Up</source>
            <translation>A&amp;uf</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;Ansicht</translation>
        </message>
        <message>
            <source>&amp;What Differs…</source>
            <translation>&amp;Was sich unterscheidet…</translation>
        </message>
        <message>
            <source>+ Add</source>
            <translation>+ Hinzufügen</translation>
        </message>
        <message>
            <source>+ Add a Second System</source>
            <translation>+ Zweites System hinzufügen</translation>
        </message>
        <message>
            <source>+ Add a Source</source>
            <translation>+ Quelle hinzufügen</translation>
        </message>
        <message>
            <source>+ Add a Third System</source>
            <translation>+ Drittes System hinzufügen</translation>
        </message>
        <message>
            <source>+ Add a target</source>
            <translation>+ Ziel hinzufügen</translation>
        </message>
        <message>
            <source>+ Add an Agent</source>
            <translation>+ Agent hinzufügen</translation>
        </message>
        <message>
            <source>, and FILE for tables in a folder of their own</source>
            <translation>, und um FILE für Tabellen in einem eigenen Ordner</translation>
        </message>
        <message>
            <source>, limited by the driver machine</source>
            <translation>, vom Treiberrechner begrenzt</translation>
        </message>
        <message>
            <source>, {name} limited by the driver machine</source>
            <translation>, {name} vom Treiberrechner begrenzt</translation>
        </message>
        <message>
            <source>--allow "{text}": the scenario makes no such request. {texts}</source>
            <translation>--allow "{text}": Danach fragt das Szenario nicht. {texts}</translation>
        </message>
        <message>
            <source>--decimal "{text}": comma or point</source>
            <translation>--decimal "{text}": comma oder point</translation>
        </message>
        <message>
            <source>--file-size needs the workload "storage-io"</source>
            <translation>--file-size braucht die Last "storage-io"</translation>
        </message>
        <message>
            <source>--folder {name}: its database is on a server, in the server's folders; see placement</source>
            <translation>--folder {name}: Die Datenbank liegt auf einem Server, in dessen Ordnern; siehe placement</translation>
        </message>
        <message>
            <source>--folder {name}: its target is a device, not a folder</source>
            <translation>--folder {name}: Das Ziel ist ein Gerät, das in keinem Ordner liegt</translation>
        </message>
        <message>
            <source>--folder: expected SYSTEM=FOLDER, found "{text}"</source>
            <translation>--folder: erwartet wird SYSTEM=ORDNER, gefunden wurde "{text}"</translation>
        </message>
        <message>
            <source>--folder: the scenario works on existing databases, each where the scenario names it</source>
            <translation>--folder: das Szenario arbeitet auf vorhandenen Datenbanken, jede dort, wo das Szenario sie nennt</translation>
        </message>
        <message>
            <source>--limit "{limit}": nothing on its left side has a counterpart on its right side; write one of {known}</source>
            <translation>--limit „{limit}“: Nichts auf der linken Seite hat ein Gegenstück auf der rechten; zu schreiben ist eines von {known}</translation>
        </message>
        <message>
            <source>--limit "{limit}": several systems are named "{name}": write {addresses}</source>
            <translation>--limit „{limit}“: Mehrere Systeme heißen „{name}“; zu schreiben ist {addresses}</translation>
        </message>
        <message>
            <source>--limit "{limit}": there is no system "{name}"; the systems are {known}</source>
            <translation>--limit „{limit}“: Ein System „{name}“ gibt es nicht; die Systeme sind {known}</translation>
        </message>
        <message>
            <source>--limit "{limit}": {figure} has no ratio: {reason}</source>
            <translation>--limit „{limit}“: {figure} hat kein Verhältnis: {reason}</translation>
        </message>
        <message>
            <source>--limit "{limit}": {system} has no figure "{figure}"; it has {known}</source>
            <translation>--limit „{limit}“: {system} hat keine Größe „{figure}“; es hat {known}</translation>
        </message>
        <message>
            <source>--limit "{text}": "{found}" can't stand there; expected such as {example}</source>
            <translation>--limit „{text}“: „{found}“ kann dort nicht stehen; erwartet wird etwas wie {example}</translation>
        </message>
        <message>
            <source>--limit "{text}": both sides must be the same figure, found "{left}" and "{right}"</source>
            <translation>--limit „{text}“: Beide Seiten müssen dieselbe Größe sein, gefunden: „{left}“ und „{right}“</translation>
        </message>
        <message>
            <source>--limit "{text}": expected {expected} at its end</source>
            <translation>--limit „{text}“: am Ende wird erwartet: {expected}</translation>
        </message>
        <message>
            <source>--limit "{text}": expected {expected}, found "{found}"</source>
            <translation>--limit „{text}“: erwartet wird {expected}, gefunden: „{found}“</translation>
        </message>
        <message>
            <source>--limit "{text}": longer than {most} characters</source>
            <translation>--limit „{text}“: länger als {most} Zeichen</translation>
        </message>
        <message>
            <source>--limit "{text}": the factor must be above 0 and at most {most:,.0f}</source>
            <translation>--limit „{text}“: Der Faktor muss über 0 und darf höchstens {most:,.0f} sein</translation>
        </message>
        <message>
            <source>--offset "{text}": seconds, added to the clock of the file, such as -2.5</source>
            <translation>--offset "{text}": Sekunden, um die die Uhr der Datei verschoben wird, etwa -2.5</translation>
        </message>
        <message>
            <source>--outstanding "{text}": threads x outstanding I/Os per thread, such as 2x1</source>
            <translation>--outstanding "{text}": Threads x ausstehende I/Os je Thread, etwa 2x1</translation>
        </message>
        <message>
            <source>--run "{text}": a whole number from 1 to 1000</source>
            <translation>--run "{text}": eine ganze Zahl von 1 bis 1000</translation>
        </message>
        <message>
            <source>--seconds: expected a number from 1 to 604,800, found {seconds:g}</source>
            <translation>--seconds: erwartet wird eine Zahl von 1 bis 604.800, gefunden wurde {seconds:g}</translation>
        </message>
        <message>
            <source>--since "{text}": expected a date such as 2026-11-23</source>
            <translation>--since „{text}“: erwartet wird ein Datum wie 2026-11-23</translation>
        </message>
        <message>
            <source>--{option} is not for {kind}; it is for {taken}</source>
            <translation>--{option} gilt nicht für {kind}, sondern für {taken}</translation>
        </message>
        <message>
            <source>--{option}: none of the files is {taken}</source>
            <translation>--{option}: Keine der Dateien ist {taken}</translation>
        </message>
        <message>
            <source>0 = at once.</source>
            <translation>0 = sofort.</translation>
        </message>
        <message>
            <source>0.99 is usual; more is more skewed.</source>
            <translation>0,99 ist üblich; mehr ist schiefer.</translation>
        </message>
        <message>
            <source>1 MiB sequential and 4 KiB random, many and one at a time, reads, then writes: the figures that drive benchmarks give.</source>
            <translation>1 MiB sequenziell und 4 KiB zufällig, viele zugleich und einzeln, erst lesend, dann schreibend: die Zahlen, die Laufwerk-Benchmarks nennen.</translation>
        </message>
        <message>
            <source>1 agent</source>
            <translation>1 Agent</translation>
        </message>
        <message>
            <source>1 error</source>
            <translation>1 Fehler</translation>
        </message>
        <message>
            <source>1 error to fix</source>
            <translation>1 Fehler zu beheben</translation>
        </message>
        <message>
            <source>1 failed</source>
            <translation>1 nicht bestanden</translation>
        </message>
        <message>
            <source>1 h</source>
            <translation>1 h</translation>
        </message>
        <message>
            <source>1 late sample</source>
            <translation>1 später Messwert</translation>
        </message>
        <message>
            <source>1 min</source>
            <translation>1 min</translation>
        </message>
        <message>
            <source>1 more reason</source>
            <translation>noch 1 Grund</translation>
        </message>
        <message>
            <source>1 note</source>
            <translation>1 Hinweis</translation>
        </message>
        <message>
            <source>1 outstanding I/O</source>
            <translation>1 ausstehender I/O</translation>
        </message>
        <message>
            <source>1 passed</source>
            <translation>1 bestanden</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 Lauf</translation>
        </message>
        <message>
            <source>1 session</source>
            <translation>1 Sitzung</translation>
        </message>
        <message>
            <source>1 target per system</source>
            <translation>1 Ziel je System</translation>
        </message>
        <message>
            <source>1 thread</source>
            <translation>1 Thread</translation>
        </message>
        <message>
            <source>1 user</source>
            <translation>1 Nutzer</translation>
        </message>
        <message>
            <source>1 warning</source>
            <translation>1 Warnung</translation>
        </message>
        <message>
            <source>15 min</source>
            <translation>15 min</translation>
        </message>
        <message>
            <source>16:9: title, systems, headline and charts</source>
            <translation>16:9: Titel, Systeme, Schlagzeile und Diagramme</translation>
        </message>
        <message>
            <source>2 min</source>
            <translation>2 min</translation>
        </message>
        <message>
            <source>2, or 3: with members and reviews.</source>
            <translation>2 oder 3: mit Mitgliedern und Rezensionen.</translation>
        </message>
        <message>
            <source>2,000 trades a MB. “10MB”, “250GB”.</source>
            <translation>2.000 Abschlüsse je MB. „10MB“, „250GB“.</translation>
        </message>
        <message>
            <source>25 to 200 users before and after four tables are moved. Not comparable with TPC-E results.</source>
            <translation>25 bis 200 Benutzer, bevor und nachdem vier Tabellen verlegt sind. Nicht mit TPC-E-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>25 to 200 users before and after the database is moved. Not comparable with TPC-E results.</source>
            <translation>25 bis 200 Nutzer, bevor und nachdem die Datenbank verschoben ist. Nicht mit TPC-E-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>30 s</source>
            <translation>30 s</translation>
        </message>
        <message>
            <source>5 min</source>
            <translation>5 min</translation>
        </message>
        <message>
            <source>8 KiB random I/Os, half of them writes: 2 under way, then 64, five times. When is latency back?</source>
            <translation>Zufällige I/Os von 8 KiB, die Hälfte schreibend: 2 ausstehend, dann 64, fünfmal. Wann ist die Latenz wieder wie vorher?</translation>
        </message>
        <message>
            <source>8 KiB random reads on the storage of two hosts, at rising queue depths, from four virtual machines each.</source>
            <translation>Wahlfreies Lesen von 8 KiB auf dem Speicher zweier Hosts, bei steigender Warteschlangentiefe, von je vier virtuellen Maschinen.</translation>
        </message>
        <message>
            <source>8 KiB random reads, then writes, 2 threads: what does each drive gain from a longer queue?</source>
            <translation>8 KiB zufällig lesen, dann schreiben, 2 Threads: Was macht jedes Laufwerk aus einer längeren Warteschlange?</translation>
        </message>
        <message>
            <source>90th percentile</source>
            <translation>90. Perzentil</translation>
        </message>
        <message>
            <source>95 % answered within</source>
            <translation>95 % beantwortet in</translation>
        </message>
        <message>
            <source>95 % answered within this time</source>
            <translation>in dieser Zeit sind 95 % beantwortet</translation>
        </message>
        <message>
            <source>95 % interval {ends}</source>
            <translation>95-%-Intervall {ends}</translation>
        </message>
        <message>
            <source>95 % interval {low} to {high}</source>
            <translation>95-%-Intervall {low} bis {high}</translation>
        </message>
        <message>
            <source>95 % of I/Os answered within</source>
            <translation>95 % der I/Os beantwortet in</translation>
        </message>
        <message>
            <source>95 % of orders answered within</source>
            <translation>95 % der Bestellungen beantwortet in</translation>
        </message>
        <message>
            <source>95 % of transactions answered within</source>
            <translation>95 % der Transaktionen beantwortet in</translation>
        </message>
        <message>
            <source>95 % within</source>
            <translation>95 % in</translation>
        </message>
        <message>
            <source>95th percentile</source>
            <translation>95. Perzentil</translation>
        </message>
        <message>
            <source>99 % answered within</source>
            <translation>99 % beantwortet in</translation>
        </message>
        <message>
            <source>99 % within</source>
            <translation>99 % in</translation>
        </message>
        <message>
            <source>99th percentile</source>
            <translation>99. Perzentil</translation>
        </message>
        <message>
            <source>:{name} can't be bound in {statement}</source>
            <translation>:{name} lässt sich in {statement} nicht binden</translation>
        </message>
        <message>
            <source>:{name} stands for a name here, and only values can be bound; write the name</source>
            <translation>:{name} steht hier für einen Namen, und nur Werte lassen sich binden; schreiben Sie den Namen hin</translation>
        </message>
        <message>
            <source>:{name} stands in quotes, where it can't be bound; write it without them</source>
            <translation>:{name} steht in Anführungszeichen, wo es sich nicht binden lässt; schreiben Sie es ohne sie</translation>
        </message>
        <message>
            <source>; did you mean "{name}"?</source>
            <translation>; meinten Sie "{name}"?</translation>
        </message>
        <message>
            <source>; did you mean "{name}"? Known are {names}</source>
            <translation>; war „{name}“ gemeint? Bekannt sind {names}</translation>
        </message>
        <message>
            <source>; known are {names}</source>
            <translation>; bekannt sind {names}</translation>
        </message>
        <message>
            <source>; take a block of a multiple of 4096 bytes</source>
            <translation>; nehmen Sie einen Block von einem Vielfachen von 4096 Bytes</translation>
        </message>
        <message>
            <source>&lt;{element}&gt; has no {name}</source>
            <translation>&lt;{element}&gt; hat kein {name}</translation>
        </message>
        <message>
            <source>A Command of This Scenario</source>
            <translation>Ein Befehl dieses Szenarios</translation>
        </message>
        <message>
            <source>A Device That Will Be Overwritten</source>
            <translation>Ein Gerät, das überschrieben wird</translation>
        </message>
        <message>
            <source>A Library of This Scenario</source>
            <translation>Eine Bibliothek dieses Szenarios</translation>
        </message>
        <message>
            <source>A Login in Clear Text</source>
            <translation>Eine Anmeldung im Klartext</translation>
        </message>
        <message>
            <source>A Machine of This Scenario</source>
            <translation>Ein Rechner dieses Szenarios</translation>
        </message>
        <message>
            <source>A Password From the Environment</source>
            <translation>Ein Kennwort aus der Umgebung</translation>
        </message>
        <message>
            <source>A big picture for visitors, a small window for you, and recordings in between</source>
            <translation>Ein großes Bild für Besucher, ein kleines Fenster für Sie, und Aufzeichnungen dazwischen</translation>
        </message>
        <message>
            <source>A brokerage's trades</source>
            <translation>Abschlüsse eines Brokers</translation>
        </message>
        <message>
            <source>A comma or a point, where the numbers can be read in two ways (5,500); empty: as the file tells</source>
            <translation>Komma oder Punkt, wenn die Zahlen auf zwei Arten gelesen werden können (5,500); leer: wie die Datei es sagt</translation>
        </message>
        <message>
            <source>A command or a key</source>
            <translation>Ein Befehl oder eine Taste</translation>
        </message>
        <message>
            <source>A copy to be tested can't be written: {error}</source>
            <translation>Eine Kopie zum Testen kann nicht geschrieben werden: {error}</translation>
        </message>
        <message>
            <source>A different screen from the workbench</source>
            <translation>Ein anderer Bildschirm als die Werkbank</translation>
        </message>
        <message>
            <source>A file of thresholds</source>
            <translation>Eine Datei mit Schwellenwerten</translation>
        </message>
        <message>
            <source>A folder for the databases of this system</source>
            <translation>Ein Ordner für die Datenbanken dieses Systems</translation>
        </message>
        <message>
            <source>A folder for the files</source>
            <translation>Ein Ordner für die Dateien</translation>
        </message>
        <message>
            <source>A folder for the report</source>
            <translation>Ein Ordner für den Bericht</translation>
        </message>
        <message>
            <source>A folder for the sessions</source>
            <translation>Ein Ordner für die Sitzungen</translation>
        </message>
        <message>
            <source>A folder on this drive</source>
            <translation>Ein Ordner auf diesem Laufwerk</translation>
        </message>
        <message>
            <source>A hot part</source>
            <translation>Ein heißer Teil</translation>
        </message>
        <message>
            <source>A log for Windows Performance Monitor.</source>
            <translation>Ein Protokoll, das die Leistungsüberwachung öffnet.</translation>
        </message>
        <message>
            <source>A mix in place of one block: KiB and the percentage of I/Os.</source>
            <translation>Eine Mischung statt einer Blockgröße: KiB und Anteil der I/Os in Prozent.</translation>
        </message>
        <message>
            <source>A new connection for each transaction.</source>
            <translation>Eine neue Verbindung für jede Transaktion.</translation>
        </message>
        <message>
            <source>A page shows one session. Name a single one, such as a comparison that the window made of several.</source>
            <translation>Eine Seite zeigt eine Sitzung. Nennen Sie eine einzige, etwa einen Vergleich, den das Fenster aus mehreren gemacht hat.</translation>
        </message>
        <message>
            <source>A presenter's remote works too: Page Up, Page Down, B, F5, Esc.</source>
            <translation>Ein Presenter geht auch: Bild auf, Bild ab, B, F5, Esc.</translation>
        </message>
        <message>
            <source>A processor that is always this busy has little left for peaks, and requests begin to wait for it.</source>
            <translation>Ein dauernd so ausgelasteter Prozessor hat wenig für Spitzen übrig, und Anfragen beginnen auf ihn zu warten.</translation>
        </message>
        <message>
            <source>A race: a fixed number of orders</source>
            <translation>Ein Rennen: so viele Bestellungen</translation>
        </message>
        <message>
            <source>A recorded session is never changed: markers are set while a run is under way.</source>
            <translation>Eine aufgezeichnete Sitzung wird nie verändert: Markierungen setzt man, während ein Lauf im Gang ist.</translation>
        </message>
        <message>
            <source>A recording</source>
            <translation>Eine Aufzeichnung</translation>
        </message>
        <message>
            <source>A recording, all well</source>
            <translation>Eine Aufzeichnung, alles gut</translation>
        </message>
        <message>
            <source>A recording, while the run goes on</source>
            <translation>Eine Aufzeichnung, der Lauf geht weiter</translation>
        </message>
        <message>
            <source>A run is recording</source>
            <translation>Ein Lauf zeichnet auf</translation>
        </message>
        <message>
            <source>A run is under way here. Stop it first, then begin the show.</source>
            <translation>Hier läuft gerade etwas. Stoppen Sie das zuerst, dann beginnen Sie die Vorführung.</translation>
        </message>
        <message>
            <source>A scenario file</source>
            <translation>Eine Szenariodatei</translation>
        </message>
        <message>
            <source>A shop's orders</source>
            <translation>Bestellungen eines Shops</translation>
        </message>
        <message>
            <source>A short rest</source>
            <translation>Eine kurze Pause</translation>
        </message>
        <message>
            <source>A table's name and its folder. Its indexes lie with it.</source>
            <translation>Der Name einer Tabelle und ihr Ordner. Ihre Indizes liegen bei ihr.</translation>
        </message>
        <message>
            <source>A user on {most} completes {factor} times the orders of one on {least}.</source>
            <translation>Ein Nutzer auf {most} schafft {factor}-mal so viele Bestellungen wie einer auf {least}.</translation>
        </message>
        <message>
            <source>A user on {most} completes {factor} times the transactions of one on {least}.</source>
            <translation>Ein Benutzer auf {most} schließt {factor}-mal so viele Transaktionen ab wie einer auf {least}.</translation>
        </message>
        <message>
            <source>A variable's name and its value.</source>
            <translation>Name einer Variablen und ihr Wert.</translation>
        </message>
        <message>
            <source>A verdict needs three or more.</source>
            <translation>Ein Urteil braucht drei oder mehr.</translation>
        </message>
        <message>
            <source>A write completes only on stable media.</source>
            <translation>Ein Schreiben endet, wenn es auf dem Medium ist.</translation>
        </message>
        <message>
            <source>A6 is SQL that does not appear in reports; use settings for the session's settings</source>
            <translation>A6 ist SQL, das in keinem Bericht zu sehen ist; schreiben Sie die Einstellungen der Verbindung in settings</translation>
        </message>
        <message>
            <source>About Outpace</source>
            <translation>Über Outpace</translation>
        </message>
        <message>
            <source>About to start</source>
            <translation>Gleich geht es los</translation>
        </message>
        <message>
            <source>About {total} under load</source>
            <translation>Etwa {total} unter Last</translation>
        </message>
        <message>
            <source>About {total}: {number} loads of {each}</source>
            <translation>Etwa {total}: {number}-mal {each} Last</translation>
        </message>
        <message>
            <source>About {total}: {number} loads of {each}, rests of {rest}</source>
            <translation>Etwa {total}: {number}-mal {each} Last, dazwischen {rest} Pause</translation>
        </message>
        <message>
            <source>Above the limit %</source>
            <translation>Über der Grenze, %</translation>
        </message>
        <message>
            <source>Acceptable only if this difference is what you compare</source>
            <translation>Vergleichen Sie so nur, wenn gerade dieser Unterschied verglichen wird</translation>
        </message>
        <message>
            <source>Acceptable only if you compare versions</source>
            <translation>Vergleichen Sie so nur, wenn Sie Versionen vergleichen</translation>
        </message>
        <message>
            <source>Access</source>
            <translation>Zugriff</translation>
        </message>
        <message>
            <source>Access patterns (SEQ1M, RND4K)</source>
            <translation>Zugriffsmuster (SEQ1M, RND4K)</translation>
        </message>
        <message>
            <source>Achieved outstanding</source>
            <translation>Erreichte offene I/Os</translation>
        </message>
        <message>
            <source>Add &amp;Recording</source>
            <translation>Au&amp;fzeichnung hinzufügen</translation>
        </message>
        <message>
            <source>Add &amp;Scenario</source>
            <translation>&amp;Szenario hinzufügen</translation>
        </message>
        <message>
            <source>Add Folder…</source>
            <translation>Ordner hinzufügen…</translation>
        </message>
        <message>
            <source>Add Full-Text Search with SQL Server's setup (Linux: the package mssql-server-fts), then restart it</source>
            <translation>Fügen Sie die Volltextsuche mit dem Setup von SQL Server hinzu (Linux: das Paket mssql-server-fts) und starten Sie ihn neu</translation>
        </message>
        <message>
            <source>Add Po&amp;wer Meters…</source>
            <translation>Leistungs&amp;messer hinzufügen…</translation>
        </message>
        <message>
            <source>Add Power Meters</source>
            <translation>Leistungsmesser hinzufügen</translation>
        </message>
        <message>
            <source>Add Power Meters…</source>
            <translation>Leistungsmesser hinzufügen…</translation>
        </message>
        <message>
            <source>Add a Folder of Sessions</source>
            <translation>Einen Ordner mit Sitzungen hinzufügen</translation>
        </message>
        <message>
            <source>Add a Set</source>
            <translation>Satz hinzufügen</translation>
        </message>
        <message>
            <source>Add a chart of {counter}</source>
            <translation>Diagramm zu {counter} hinzufügen</translation>
        </message>
        <message>
            <source>Add a note at this time to the charts and the session</source>
            <translation>Einen Text an diesem Moment in die Diagramme und in die Sitzung setzen</translation>
        </message>
        <message>
            <source>Add a recording or a scenario to play.</source>
            <translation>Fügen Sie zum Abspielen eine Aufzeichnung oder ein Szenario hinzu.</translation>
        </message>
        <message>
            <source>Add a user to every system</source>
            <translation>Jedem System einen Nutzer hinzufügen</translation>
        </message>
        <message>
            <source>Add another session, of the same systems or others.
The differences between them are then listed here.</source>
            <translation>Fügen Sie eine weitere Sitzung hinzu, mit denselben Systemen oder anderen.
Was sich zwischen den beiden unterscheidet, steht dann hier.</translation>
        </message>
        <message>
            <source>Add at least one session.</source>
            <translation>Fügen Sie mindestens eine Sitzung hinzu.</translation>
        </message>
        <message>
            <source>Add at least two sessions.</source>
            <translation>Fügen Sie mindestens zwei Sitzungen hinzu.</translation>
        </message>
        <message>
            <source>Add from a File…</source>
            <translation>Aus einer Datei hinzufügen…</translation>
        </message>
        <message>
            <source>Add it to innodb_directories in the server's configuration and restart the server</source>
            <translation>Tragen Sie ihn in der Konfiguration des Servers unter innodb_directories ein und starten Sie den Server neu</translation>
        </message>
        <message>
            <source>Add recordings or scenarios: Booth, Attract Loop.</source>
            <translation>Aufzeichnungen oder Szenarien hinzufügen: Stand, Schleife.</translation>
        </message>
        <message>
            <source>Add run totals, outputs of benchmarks, counter logs or power meter logs.</source>
            <translation>Fügen Sie Laufergebnisse, Ausgaben von Benchmarks, Zählerprotokolle oder das Protokoll eines Leistungsmessers hinzu.</translation>
        </message>
        <message>
            <source>Add the logs of the meters: tables with a time and a watts column.</source>
            <translation>Die Protokolle der Messgeräte hinzufügen: Tabellen mit einer Zeit- und einer Watt-Spalte.</translation>
        </message>
        <message>
            <source>Add to Run</source>
            <translation>Zum Lauf hinzufügen</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>Adresse</translation>
        </message>
        <message>
            <source>Address that Help, About asks for the newest version when you press its button. Nothing else asks it.</source>
            <translation>Adresse, die Hilfe, Über nach der neuesten Version fragt, wenn Sie dort den Knopf drücken. Sonst fragt sie nichts.</translation>
        </message>
        <message>
            <source>After it. Empty: as above.</source>
            <translation>Danach. Leer: wie oben.</translation>
        </message>
        <message>
            <source>After the previous order (closed loop)</source>
            <translation>Nach der vorigen Bestellung (geschlossene Schleife)</translation>
        </message>
        <message>
            <source>After the run and the checks.</source>
            <translation>Nach dem Lauf und den Prüfungen.</translation>
        </message>
        <message>
            <source>After the run: a query and the row it must give.</source>
            <translation>Nach dem Lauf: eine Abfrage und die Zeile, die sie liefern muss.</translation>
        </message>
        <message>
            <source>Agent</source>
            <translation>Agent</translation>
        </message>
        <message>
            <source>Agents</source>
            <translation>Agenten</translation>
        </message>
        <message>
            <source>Alive, and how many were asked for where that is another number</source>
            <translation>Die leben, und wie viele verlangt sind, wo das eine andere Zahl ist</translation>
        </message>
        <message>
            <source>All</source>
            <translation>Alles</translation>
        </message>
        <message>
            <source>All at least {figure} ({why})</source>
            <translation>Alle mindestens {figure} ({why})</translation>
        </message>
        <message>
            <source>All figures, with charts and raw data</source>
            <translation>Jede Zahl, mit Diagrammen und den Rohdaten</translation>
        </message>
        <message>
            <source>All handle</source>
            <translation>Alle bewältigen</translation>
        </message>
        <message>
            <source>All handled</source>
            <translation>Alle bewältigten</translation>
        </message>
        <message>
            <source>All handled about the same</source>
            <translation>Alle bewältigten etwa gleich viel</translation>
        </message>
        <message>
            <source>All passes</source>
            <translation>Alle Durchgänge</translation>
        </message>
        <message>
            <source>All patterns are gone through in each.</source>
            <translation>In jedem werden alle Muster gemessen.</translation>
        </message>
        <message>
            <source>All results of each system as one JSON object.</source>
            <translation>Die Ergebnisse jedes Systems in einem JSON-Objekt.</translation>
        </message>
        <message>
            <source>All runs</source>
            <translation>Alle Läufe</translation>
        </message>
        <message>
            <source>All sessions…</source>
            <translation>Alle Sitzungen…</translation>
        </message>
        <message>
            <source>All systems are databases now, and the workload is DVD Store.</source>
            <translation>Alle Systeme sind jetzt Datenbanken, und die Last ist DVD Store.</translation>
        </message>
        <message>
            <source>All systems are folders or drives now, and the workload is storage I/O.</source>
            <translation>Alle Systeme sind jetzt Ordner oder Laufwerke, und die Last ist Speicher-I/O.</translation>
        </message>
        <message>
            <source>All that the page has</source>
            <translation>Alle, deren Metriken die Seite hat</translation>
        </message>
        <message>
            <source>Allow it only if the variable holds the password of exactly this user on this server. Exactly this is remembered on this machine, and you are not asked again.</source>
            <translation>Erlauben Sie das nur, wenn die Variable das Kennwort genau dieses Benutzers auf diesem Server enthält. Genau das wird auf diesem Rechner gemerkt, und Sie werden nicht noch einmal gefragt.</translation>
        </message>
        <message>
            <source>Allow it only if this is a machine that you mean to use, and that path is its Outpace. Passwords of servers under test are sent to it. Exactly this is remembered here, and you are not asked again.</source>
            <translation>Erlauben Sie es nur, wenn Sie diesen Rechner verwenden wollen und der Pfad sein Outpace ist. Kennwörter der getesteten Server werden an ihn gesendet. Genau dies wird hier gemerkt, und Sie werden nicht wieder gefragt.</translation>
        </message>
        <message>
            <source>Allow it only if this is the right device and nobody needs what is on it. Exactly this device with these contents is remembered on this machine, and you are not asked again.</source>
            <translation>Erlauben Sie es nur, wenn es das richtige Gerät ist und niemand braucht, was darauf ist. Genau dieses Gerät mit diesem Inhalt merkt sich dieser Rechner, und Sie werden nicht wieder gefragt.</translation>
        </message>
        <message>
            <source>Allow it only if you know this file and who made it: it can do whatever you can. Exactly this path is remembered on this machine, and you are not asked again.</source>
            <translation>Erlauben Sie das nur, wenn Sie diese Datei und ihren Urheber kennen: Sie kann alles tun, was Sie selbst tun können. Genau dieser Pfad wird auf diesem Rechner gemerkt, und Sie werden nicht noch einmal gefragt.</translation>
        </message>
        <message>
            <source>Allow it only if you know what they do there and who wrote them. Exactly these statements on these databases are remembered on this machine, and you are not asked again.</source>
            <translation>Erlauben Sie es nur, wenn Sie wissen, was sie dort tun und wer sie geschrieben hat. Genau diese Anweisungen an diese Datenbanken werden auf diesem Rechner gemerkt, und Sie werden nicht wieder gefragt.</translation>
        </message>
        <message>
            <source>Allowed</source>
            <translation>Erlaubt</translation>
        </message>
        <message>
            <source>Allows a run to overwrite everything on the device.</source>
            <translation>Erlaubt einen Lauf, der alles auf dem Gerät überschreibt.</translation>
        </message>
        <message>
            <source>Also names the sessions.</source>
            <translation>Er benennt auch die Sitzungen.</translation>
        </message>
        <message>
            <source>Alternating</source>
            <translation>Abwechselnd</translation>
        </message>
        <message>
            <source>Always</source>
            <translation>Immer</translation>
        </message>
        <message>
            <source>Always, and check the certificate</source>
            <translation>Immer, und das Zertifikat prüfen</translation>
        </message>
        <message>
            <source>An embedded engine counts its files, not its tables and indexes.</source>
            <translation>Eine eingebettete Engine zählt ihre Dateien, nicht ihre Tabellen und Indizes.</translation>
        </message>
        <message>
            <source>An existing one</source>
            <translation>Eine vorhandene</translation>
        </message>
        <message>
            <source>An existing one is never dropped; only your statements change it.</source>
            <translation>Eine vorhandene wird nie gelöscht; nur Ihre Anweisungen ändern sie.</translation>
        </message>
        <message>
            <source>An index's name and its folder.</source>
            <translation>Der Name eines Index und sein Ordner.</translation>
        </message>
        <message>
            <source>And {count} more.</source>
            <translation>Und {count} weitere.</translation>
        </message>
        <message>
            <source>Another database or drive of this system, loaded at the same time</source>
            <translation>Eine weitere Datenbank oder ein Laufwerk dieses Systems, zugleich belastet</translation>
        </message>
        <message>
            <source>Another number gives different rows, the same on all systems.</source>
            <translation>Eine andere Zahl macht andere Zeilen, auf allen Systemen dieselben.</translation>
        </message>
        <message>
            <source>Another one each time</source>
            <translation>Jedes Mal ein anderes</translation>
        </message>
        <message>
            <source>Another program uses {share} % of this machine</source>
            <translation>Ein anderes Programm belegt {share} % dieses Rechners</translation>
        </message>
        <message>
            <source>Any other load over time in place of pulses: “0:4, 60:32” is 4 at first and 32 after 60 s.</source>
            <translation>Ein anderer Lastverlauf statt der Pulse: „0:4, 60:32“ heißt anfangs 4 und nach 60 s 32.</translation>
        </message>
        <message>
            <source>Anyone on the chosen network who has the link can watch this session in a browser until you stop it or close the window. The link is not encrypted. Viewers can change nothing.</source>
            <translation>Wer im gewählten Netz ist und den Link hat, kann diese Sitzung im Browser sehen, bis Sie aufhören oder das Fenster schließen. Der Link ist nicht verschlüsselt. Zuschauer können nichts ändern.</translation>
        </message>
        <message>
            <source>Apache License 2.0. Outpace uses:</source>
            <translation>Apache License 2.0. Outpace verwendet:</translation>
        </message>
        <message>
            <source>Arrivals</source>
            <translation>Ankünfte</translation>
        </message>
        <message>
            <source>Arrivals that no user could start by then.</source>
            <translation>Ankünfte, die bis dahin kein Nutzer beginnen konnte.</translation>
        </message>
        <message>
            <source>As an administrator: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf().</source>
            <translation>Als Administrator: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf().</translation>
        </message>
        <message>
            <source>As an administrator: ALTER SYSTEM SET track_wal_io_timing = on; SELECT pg_reload_conf().</source>
            <translation>Als Administrator: ALTER SYSTEM SET track_wal_io_timing = on; SELECT pg_reload_conf().</translation>
        </message>
        <message>
            <source>As an administrator: GRANT SELECT ON performance_schema.* TO {user}.</source>
            <translation>Als Administrator: GRANT SELECT ON performance_schema.* TO {user}.</translation>
        </message>
        <message>
            <source>As an administrator: UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'wait/io/file/innodb/%'.</source>
            <translation>Als Administrator: UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'wait/io/file/innodb/%'.</translation>
        </message>
        <message>
            <source>As an administrator: {grant}</source>
            <translation>Als Administrator: {grant}</translation>
        </message>
        <message>
            <source>As an administrator: {statement}</source>
            <translation>Als Administrator: {statement}</translation>
        </message>
        <message>
            <source>As counted by each server while it was measured; texts are its own, without values.</source>
            <translation>Vom jeweiligen Server während der Messung gezählt; die Texte sind seine eigenen, ohne Werte.</translation>
        </message>
        <message>
            <source>Ask its administrator whether the user may read the server's settings</source>
            <translation>Fragen Sie seinen Administrator, ob der Benutzer die Einstellungen des Servers lesen darf</translation>
        </message>
        <message>
            <source>Ask us for a live run</source>
            <translation>Fragen Sie uns nach einem Live-Lauf</translation>
        </message>
        <message>
            <source>Ask us to start a run</source>
            <translation>Wir starten gern einen Lauf für Sie</translation>
        </message>
        <message>
            <source>Asked for at each start</source>
            <translation>Wird bei jedem Start erfragt</translation>
        </message>
        <message>
            <source>Asking {url} …</source>
            <translation>{url} wird gefragt …</translation>
        </message>
        <message>
            <source>At a fixed rate (open loop)</source>
            <translation>Mit fester Rate (offene Schleife)</translation>
        </message>
        <message>
            <source>At checkpoints</source>
            <translation>Bei Checkpoints</translation>
        </message>
        <message>
            <source>At every commit</source>
            <translation>Bei jedem Commit</translation>
        </message>
        <message>
            <source>At most</source>
            <translation>Höchstens</translation>
        </message>
        <message>
            <source>At most {total} under load</source>
            <translation>Höchstens {total} unter Last</translation>
        </message>
        <message>
            <source>At most {total}: {number} loads of {each}</source>
            <translation>Höchstens {total}: {number}-mal {each} Last</translation>
        </message>
        <message>
            <source>At most {total}: {number} loads of {each}, rests of {rest}</source>
            <translation>Höchstens {total}: {number}-mal {each} Last, dazwischen {rest} Pause</translation>
        </message>
        <message>
            <source>At {depth} outstanding per thread</source>
            <translation>Bei {depth} ausstehend je Thread</translation>
        </message>
        <message>
            <source>Attract Loop</source>
            <translation>Vorführschleife</translation>
        </message>
        <message>
            <source>Author</source>
            <translation>Autor</translation>
        </message>
        <message>
            <source>Author, logo, summary, conclusion</source>
            <translation>Autor, Logo, Zusammenfassung, Fazit</translation>
        </message>
        <message>
            <source>Authority's certificate</source>
            <translation>Zertifikat der Stelle</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>Automatisch</translation>
        </message>
        <message>
            <source>Automatic (by shared hardware)</source>
            <translation>Automatisch (nach gemeinsamer Hardware)</translation>
        </message>
        <message>
            <source>Average</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>Averages are computed from raw values over the span; p95 is that of the seconds' values.</source>
            <translation>Mittelwerte sind aus Rohwerten über die Spanne berechnet; p95 ist das der Sekundenwerte.</translation>
        </message>
        <message>
            <source>B&amp;ack 10 s</source>
            <translation>10 s &amp;zurück</translation>
        </message>
        <message>
            <source>B, .</source>
            <translation>B, .</translation>
        </message>
        <message>
            <source>Babelfish does not report whether the user may create databases</source>
            <translation>Babelfish sagt nicht, ob der Benutzer Datenbanken anlegen darf</translation>
        </message>
        <message>
            <source>Babelfish for PostgreSQL has no {view}: its PostgreSQL tells statements and waits.</source>
            <translation>Babelfish für PostgreSQL hat kein {view}: Anweisungen und Wartezeiten kennt sein PostgreSQL.</translation>
        </message>
        <message>
            <source>Babelfish keeps its files where its PostgreSQL server does and has no files of one database: remove the placement from the scenario</source>
            <translation>Babelfish legt seine Dateien dort ab, wo sein PostgreSQL-Server es tut, und hat keine Dateien je Datenbank: Nehmen Sie placement aus dem Szenario</translation>
        </message>
        <message>
            <source>Babelfish's own full text</source>
            <translation>die eigene Volltextsuche von Babelfish</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>Zurück</translation>
        </message>
        <message>
            <source>Back to the charts (Esc)</source>
            <translation>Zurück zu den Diagrammen (Esc)</translation>
        </message>
        <message>
            <source>Back to the live run</source>
            <translation>Zurück zum laufenden Lauf</translation>
        </message>
        <message>
            <source>Back to the previous view (Esc)</source>
            <translation>Zurück zu dem, was vorher gezeigt wurde (Esc)</translation>
        </message>
        <message>
            <source>Back up or shrink its transaction log, then start the run again.</source>
            <translation>Sein Transaktionsprotokoll sichern oder verkleinern, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>Backup folder</source>
            <translation>Sicherungsordner</translation>
        </message>
        <message>
            <source>Baseline</source>
            <translation>Basis</translation>
        </message>
        <message>
            <source>Before each pulse, and after the last.</source>
            <translation>Vor jedem Puls und nach dem letzten.</translation>
        </message>
        <message>
            <source>Before each run. One statement each.</source>
            <translation>Vor jedem Lauf. Je eine Anweisung.</translation>
        </message>
        <message>
            <source>BenchBase summary</source>
            <translation>BenchBase-Zusammenfassung</translation>
        </message>
        <message>
            <source>Beside the scenario, instead of the script.</source>
            <translation>Neben dem Szenario, anstelle des Skripts.</translation>
        </message>
        <message>
            <source>Better</source>
            <translation>Besser</translation>
        </message>
        <message>
            <source>Between the pulses.</source>
            <translation>Zwischen den Pulsen.</translation>
        </message>
        <message>
            <source>Blank the Screen</source>
            <translation>Bildschirm abdunkeln</translation>
        </message>
        <message>
            <source>Block</source>
            <translation>Block</translation>
        </message>
        <message>
            <source>Block device</source>
            <translation>Blockgerät</translation>
        </message>
        <message>
            <source>Block sizes</source>
            <translation>Blockgrößen</translation>
        </message>
        <message>
            <source>Block sizes of writes</source>
            <translation>Blockgrößen der Schreibzugriffe</translation>
        </message>
        <message>
            <source>Board</source>
            <translation>Hauptplatine</translation>
        </message>
        <message>
            <source>Booth</source>
            <translation>Messestand</translation>
        </message>
        <message>
            <source>Booth screen</source>
            <translation>Bildschirm der Standansicht</translation>
        </message>
        <message>
            <source>Booth text size</source>
            <translation>Textgröße der Standansicht</translation>
        </message>
        <message>
            <source>Both at least {figure} ({why})</source>
            <translation>Beide mindestens {figure} ({why})</translation>
        </message>
        <message>
            <source>Both did about the same</source>
            <translation>Beide lagen etwa gleichauf</translation>
        </message>
        <message>
            <source>Both did about the same in all {count} tests</source>
            <translation>Beide lagen in allen {count} Tests etwa gleichauf</translation>
        </message>
        <message>
            <source>Both do the same I/Os; the first to {count} wins</source>
            <translation>Beide machen dieselben I/Os; wer zuerst {count} hat, gewinnt</translation>
        </message>
        <message>
            <source>Both do the same orders; the first to {count} wins</source>
            <translation>Beide erledigen dieselben Bestellungen; wer zuerst {count} hat, gewinnt</translation>
        </message>
        <message>
            <source>Both do the same transactions; the first to {count} wins</source>
            <translation>Beide machen dieselben Transaktionen; wer zuerst {count} hat, gewinnt</translation>
        </message>
        <message>
            <source>Both finished at the same moment</source>
            <translation>Beide waren im selben Augenblick fertig</translation>
        </message>
        <message>
            <source>Both folders are on one device, {shared}: the two systems slow each other down. To compare two drives, choose a folder on each.</source>
            <translation>Beide Ordner liegen auf einem Gerät, {shared}: die Systeme bremsen einander. Um zwei Laufwerke zu vergleichen, wählen Sie auf jedem einen Ordner.</translation>
        </message>
        <message>
            <source>Both handle</source>
            <translation>Beide bewältigen</translation>
        </message>
        <message>
            <source>Both handled</source>
            <translation>Beide bewältigten</translation>
        </message>
        <message>
            <source>Both handled about the same</source>
            <translation>Beide bewältigten etwa gleich viel</translation>
        </message>
        <message>
            <source>Both sides get the same 20,000 orders at the same moment. Who finishes first, and by how much?</source>
            <translation>Beide Seiten bekommen im selben Moment dieselben 20.000 Bestellungen. Wer ist zuerst im Ziel, und wie weit ist der andere?</translation>
        </message>
        <message>
            <source>Both sides make the same 10,000 transactions at the same moment. Not comparable with TPC-C results.</source>
            <translation>Beide Seiten führen im selben Augenblick dieselben 10.000 Transaktionen aus. Nicht mit TPC-C-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>Brokerage on SQLite: the database on another drive</source>
            <translation>Brokerage auf SQLite: die Datenbank auf einem anderen Laufwerk</translation>
        </message>
        <message>
            <source>Brokerage on SQLite: users within a mean of 100 ms</source>
            <translation>Brokerage auf SQLite: Benutzer bei 100 ms im Mittel</translation>
        </message>
        <message>
            <source>Brokerage {size}</source>
            <translation>Brokerage {size}</translation>
        </message>
        <message>
            <source>Brokerage: customers trade, brokers and markets answer</source>
            <translation>Brokerage: Kunden handeln, Makler und Märkte antworten</translation>
        </message>
        <message>
            <source>Brokerage: hot tables on another tier</source>
            <translation>Brokerage: heiße Tabellen auf anderem Speicher</translation>
        </message>
        <message>
            <source>Brokerage: users within a mean of 100 ms</source>
            <translation>Brokerage: Benutzer bei 100 ms im Mittel</translation>
        </message>
        <message>
            <source>Buffering</source>
            <translation>Pufferung</translation>
        </message>
        <message>
            <source>Build</source>
            <translation>Aufbauen</translation>
        </message>
        <message>
            <source>Build Again</source>
            <translation>Noch einmal aufbauen</translation>
        </message>
        <message>
            <source>Build it, or write transport = "odbc" in the scenario</source>
            <translation>Die native Bibliothek bauen, oder transport = "odbc" im Szenario schreiben</translation>
        </message>
        <message>
            <source>Build the Databases of a Scenario</source>
            <translation>Die Datenbanken eines Szenarios aufbauen</translation>
        </message>
        <message>
            <source>Build the databases of a scenario, or continue a build</source>
            <translation>Die Datenbanken eines Szenarios aufbauen oder weiterbauen</translation>
        </message>
        <message>
            <source>Building the databases</source>
            <translation>Datenbanken werden aufgebaut</translation>
        </message>
        <message>
            <source>Built</source>
            <translation>Aufgebaut</translation>
        </message>
        <message>
            <source>Built: all databases hold identical data</source>
            <translation>Aufgebaut: alle Datenbanken enthalten dieselben Daten</translation>
        </message>
        <message>
            <source>Bus</source>
            <translation>Bus</translation>
        </message>
        <message>
            <source>Busiest</source>
            <translation>Stärkster</translation>
        </message>
        <message>
            <source>Busiest worker, % of a core</source>
            <translation>Stärkster Arbeitsprozess, % eines Kerns</translation>
        </message>
        <message>
            <source>By result</source>
            <translation>Nach Ergebnis</translation>
        </message>
        <message>
            <source>By title</source>
            <translation>Nach Titel</translation>
        </message>
        <message>
            <source>Bytes/s</source>
            <translation>Bytes/s</translation>
        </message>
        <message>
            <source>C&amp;lose Session</source>
            <translation>Sitzung sch&amp;ließen</translation>
        </message>
        <message>
            <source>CACHED</source>
            <translation>CACHED</translation>
        </message>
        <message>
            <source>CACHED by the operating system</source>
            <translation>CACHED, vom Betriebssystem zwischengespeichert</translation>
        </message>
        <message>
            <source>COMPARED</source>
            <translation>VERGLEICH</translation>
        </message>
        <message>
            <source>COPY from STDIN or to STDOUT hands rows over the connection, which no user here has or takes: read and write with SELECT and INSERT, or COPY a file that lies on the server</source>
            <translation>COPY von STDIN oder nach STDOUT reicht Zeilen über die Verbindung, die hier kein Benutzer hat oder annimmt: Lesen und schreiben Sie mit SELECT und INSERT, oder nehmen Sie COPY mit einer Datei auf dem Server</translation>
        </message>
        <message>
            <source>CPU %</source>
            <translation>CPU %</translation>
        </message>
        <message>
            <source>CPU % of one core</source>
            <translation>CPU, % eines Kerns</translation>
        </message>
        <message>
            <source>Cache</source>
            <translation>Cache</translation>
        </message>
        <message>
            <source>Cache of the drive</source>
            <translation>Cache des Laufwerks</translation>
        </message>
        <message>
            <source>Cache of the operating system</source>
            <translation>Cache des Betriebssystems</translation>
        </message>
        <message>
            <source>Cache of the storage MiB</source>
            <translation>Cache des Speichers, MiB</translation>
        </message>
        <message>
            <source>Cached I/O</source>
            <translation>Gepufferte I/Os</translation>
        </message>
        <message>
            <source>Calls</source>
            <translation>Aufrufe</translation>
        </message>
        <message>
            <source>Can still be written in the report dialog after the run.</source>
            <translation>Lässt sich auch nach dem Lauf im Berichtsdialog schreiben.</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Cancel (Esc)</source>
            <translation>Abbrechen (Esc)</translation>
        </message>
        <message>
            <source>Cancelled</source>
            <translation>Abgebrochen</translation>
        </message>
        <message>
            <source>Cancelled before the databases were {participle}: the job did not respond and was ended.</source>
            <translation>Abgebrochen, bevor die Datenbanken {participle} waren: Diese Arbeit antwortete nicht und wurde beendet.</translation>
        </message>
        <message>
            <source>Cancelled while the agents were being asked.</source>
            <translation>Abgebrochen, während die Agenten gefragt wurden.</translation>
        </message>
        <message>
            <source>Cancelled while the agents' clocks were being watched.</source>
            <translation>Abgebrochen, während die Uhren der Agenten beobachtet wurden.</translation>
        </message>
        <message>
            <source>Cancelled while the databases were being {participle}.</source>
            <translation>Abgebrochen, während die Datenbanken {participle} wurden.</translation>
        </message>
        <message>
            <source>Cancelled while the scenario's own command ran; it was ended.</source>
            <translation>Abgebrochen, während der Befehl des Szenarios lief; er wurde beendet.</translation>
        </message>
        <message>
            <source>Cancelled: nothing was written.</source>
            <translation>Abgebrochen: nichts wurde geschrieben.</translation>
        </message>
        <message>
            <source>Cancelling…</source>
            <translation>Wird abgebrochen…</translation>
        </message>
        <message>
            <source>Cannot show the session on {place}: {reason}.</source>
            <translation>Die Sitzung kann auf {place} nicht gezeigt werden: {reason}.</translation>
        </message>
        <message>
            <source>Capacity</source>
            <translation>Kapazität</translation>
        </message>
        <message>
            <source>Certificate authority</source>
            <translation>Zertifizierungsstelle</translation>
        </message>
        <message>
            <source>Ch&amp;ecks before the Run</source>
            <translation>&amp;Prüfungen vor dem Lauf</translation>
        </message>
        <message>
            <source>Change a scenario file; its comments are kept</source>
            <translation>Eine Szenariodatei ändern; ihre Kommentare bleiben</translation>
        </message>
        <message>
            <source>Change language, colours, folders and booth screen</source>
            <translation>Sprache, Farben, Ordner, Bildschirm der Standansicht</translation>
        </message>
        <message>
            <source>Change of Tags</source>
            <translation>Änderung der Schlagwörter</translation>
        </message>
        <message>
            <source>Changes are appended to a log.</source>
            <translation>Änderungen werden an ein Log angehängt.</translation>
        </message>
        <message>
            <source>Chart</source>
            <translation>Diagramm</translation>
        </message>
        <message>
            <source>Chart copied to the clipboard</source>
            <translation>Ein Bild des Diagramms ist in der Zwischenablage</translation>
        </message>
        <message>
            <source>Charts</source>
            <translation>Diagramme</translation>
        </message>
        <message>
            <source>Charts, events and reports mark counters that stay beyond a value. A threshold changes no result.</source>
            <translation>Diagramme, Ereignisse und Berichte markieren Zähler, die jenseits eines Werts bleiben. Ein Schwellenwert ändert kein Ergebnis.</translation>
        </message>
        <message>
            <source>Chassis</source>
            <translation>Gehäuse</translation>
        </message>
        <message>
            <source>Check</source>
            <translation>Prüfen</translation>
        </message>
        <message>
            <source>Check Again</source>
            <translation>Noch einmal prüfen</translation>
        </message>
        <message>
            <source>Check its network cable and its server, then start the run again.</source>
            <translation>Netzwerkkabel und Server prüfen, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>Check the Systems of a Scenario</source>
            <translation>Die Systeme eines Szenarios prüfen</translation>
        </message>
        <message>
            <source>Check the stand before the doors open, and play the loop at 10×</source>
            <translation>Den Stand vor der Öffnung prüfen und die Schleife mit 10× abspielen</translation>
        </message>
        <message>
            <source>Check the systems of a scenario without changing anything</source>
            <translation>Die Systeme eines Szenarios prüfen; nichts wird dabei verändert</translation>
        </message>
        <message>
            <source>Checked</source>
            <translation>Geprüft</translation>
        </message>
        <message>
            <source>Checking the systems</source>
            <translation>Systeme werden geprüft</translation>
        </message>
        <message>
            <source>Checks</source>
            <translation>Prüfungen</translation>
        </message>
        <message>
            <source>Checks before the run</source>
            <translation>Prüfungen vor dem Lauf</translation>
        </message>
        <message>
            <source>Checksum {sums}</source>
            <translation>Prüfsumme {sums}</translation>
        </message>
        <message>
            <source>Choice</source>
            <translation>Auswahl</translation>
        </message>
        <message>
            <source>Choose &amp;Run…</source>
            <translation>&amp;Lauf wählen…</translation>
        </message>
        <message>
            <source>Choose Counters</source>
            <translation>Zähler wählen</translation>
        </message>
        <message>
            <source>Choose Folder…</source>
            <translation>Ordner wählen…</translation>
        </message>
        <message>
            <source>Choose Recordings</source>
            <translation>Aufzeichnungen wählen</translation>
        </message>
        <message>
            <source>Choose Scenario…</source>
            <translation>Szenario wählen…</translation>
        </message>
        <message>
            <source>Choose a Logo</source>
            <translation>Logo wählen</translation>
        </message>
        <message>
            <source>Choose a Scenario</source>
            <translation>Ein Szenario wählen</translation>
        </message>
        <message>
            <source>Choose a folder on a disk, or allow cached = true: every figure says so</source>
            <translation>Wählen Sie einen Ordner auf einem Datenträger, oder erlauben Sie cached = true: Jeder Wert sagt es dann dazu</translation>
        </message>
        <message>
            <source>Choose a folder on each drive to compare two drives.</source>
            <translation>Wählen Sie auf jedem Laufwerk einen Ordner, um zwei Laufwerke zu vergleichen.</translation>
        </message>
        <message>
            <source>Choose a folder on this drive.</source>
            <translation>Wählen Sie einen Ordner auf diesem Laufwerk.</translation>
        </message>
        <message>
            <source>Choose a network</source>
            <translation>Netz wählen</translation>
        </message>
        <message>
            <source>Choose a run</source>
            <translation>Lauf wählen</translation>
        </message>
        <message>
            <source>Choose an existing folder, or create one first.</source>
            <translation>Wählen Sie einen vorhandenen Ordner oder legen Sie zuerst einen an.</translation>
        </message>
        <message>
            <source>Choose another database name, or drop that database yourself</source>
            <translation>Wählen Sie einen anderen Datenbanknamen, oder löschen Sie diese Datenbank selbst</translation>
        </message>
        <message>
            <source>Choose another database name, or drop {working} and {pristine} yourself to have them built anew</source>
            <translation>Wählen Sie einen anderen Datenbanknamen, oder löschen Sie {working} und {pristine} selbst, damit sie neu aufgebaut werden</translation>
        </message>
        <message>
            <source>Choose another one in the settings.</source>
            <translation>Einen anderen in den Einstellungen wählen.</translation>
        </message>
        <message>
            <source>Choose at least one format.</source>
            <translation>Wählen Sie mindestens ein Format.</translation>
        </message>
        <message>
            <source>Choose sessions</source>
            <translation>Sitzungen wählen</translation>
        </message>
        <message>
            <source>Choose systems of at least two sessions.</source>
            <translation>Wählen Sie Systeme aus mindestens zwei Sitzungen.</translation>
        </message>
        <message>
            <source>Choose the counters in the charts and in the table</source>
            <translation>Die Zähler der Diagramme und der Tabelle wählen</translation>
        </message>
        <message>
            <source>Choose the run that the meters watched.</source>
            <translation>Den Lauf wählen, bei dem gemessen wurde.</translation>
        </message>
        <message>
            <source>Choose…</source>
            <translation>Wählen…</translation>
        </message>
        <message>
            <source>Clean-up</source>
            <translation>Aufräumen</translation>
        </message>
        <message>
            <source>Clerks of a wholesale supplier enter, pay and deliver orders. Not comparable with TPC-C results.</source>
            <translation>Sachbearbeiter eines Großhändlers erfassen, bezahlen und liefern Aufträge. Nicht mit TPC-C-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>Clock</source>
            <translation>Uhr</translation>
        </message>
        <message>
            <source>Clock offset, s</source>
            <translation>Uhrversatz, s</translation>
        </message>
        <message>
            <source>Clock, against the engine's</source>
            <translation>Uhr, gegen die der Steuerung</translation>
        </message>
        <message>
            <source>Clock, how far it may be off (±)</source>
            <translation>Uhr, wie weit sie abweichen kann (±)</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <source>Close the Scenario</source>
            <translation>Szenario schließen</translation>
        </message>
        <message>
            <source>Close the session (asks if a run is recording)</source>
            <translation>Sitzung schließen (fragt, wenn ein Lauf aufzeichnet)</translation>
        </message>
        <message>
            <source>Close the window</source>
            <translation>Das Fenster schließen</translation>
        </message>
        <message>
            <source>Co&amp;mpare Sessions…</source>
            <translation>Sitzungen &amp;vergleichen…</translation>
        </message>
        <message>
            <source>Cold (empty caches)</source>
            <translation>Kalt (leere Caches)</translation>
        </message>
        <message>
            <source>Collation</source>
            <translation>Sortierfolge</translation>
        </message>
        <message>
            <source>Color</source>
            <translation>Farbe</translation>
        </message>
        <message>
            <source>Colour</source>
            <translation>Farbe</translation>
        </message>
        <message>
            <source>Colour of the System</source>
            <translation>Farbe des Systems</translation>
        </message>
        <message>
            <source>Colours</source>
            <translation>Farben</translation>
        </message>
        <message>
            <source>Column</source>
            <translation>Spalte</translation>
        </message>
        <message>
            <source>Combine systems that ran one at a time into one session</source>
            <translation>Aus Systemen, die einzeln liefen, eine Sitzung machen</translation>
        </message>
        <message>
            <source>Combined by</source>
            <translation>Zusammengefasst durch</translation>
        </message>
        <message>
            <source>Combines sessions of the same scenario, each with a different system, into one: their repeats start together on the time axis. The new session is labelled “not simultaneous”; the originals stay unchanged.</source>
            <translation>Sitzungen desselben Szenarios, jede mit einem anderen System, werden eine: ihre Wiederholungen beginnen auf der Zeitachse gemeinsam. Die neue Sitzung trägt den Vermerk „nicht gleichzeitig“; die alten bleiben, wie sie sind.</translation>
        </message>
        <message>
            <source>Command before each run</source>
            <translation>Befehl vor jedem Lauf</translation>
        </message>
        <message>
            <source>Command, session, scenario or help page</source>
            <translation>Ein Befehl, eine Sitzung, ein Szenario oder eine Hilfeseite</translation>
        </message>
        <message>
            <source>Commits wait for the log's writes.</source>
            <translation>Commits warten auf die Schreibzugriffe des Logs.</translation>
        </message>
        <message>
            <source>Company</source>
            <translation>Firma</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>Vergleichen</translation>
        </message>
        <message>
            <source>Compare Sessions</source>
            <translation>Sitzungen vergleichen</translation>
        </message>
        <message>
            <source>Compare Two &amp;Drives…</source>
            <translation>Zwei &amp;Laufwerke vergleichen…</translation>
        </message>
        <message>
            <source>Compare Two Drives</source>
            <translation>Zwei Laufwerke vergleichen</translation>
        </message>
        <message>
            <source>Compare two databases</source>
            <translation>Zwei Datenbanken vergleichen</translation>
        </message>
        <message>
            <source>Compare two drives</source>
            <translation>Zwei Laufwerke vergleichen</translation>
        </message>
        <message>
            <source>Compared Counters</source>
            <translation>Verglichene Zähler</translation>
        </message>
        <message>
            <source>Compared counters</source>
            <translation>Verglichene Zähler</translation>
        </message>
        <message>
            <source>Compare…</source>
            <translation>Vergleichen…</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>Wird verglichen…</translation>
        </message>
        <message>
            <source>Comparison</source>
            <translation>Vergleich</translation>
        </message>
        <message>
            <source>Conclusion</source>
            <translation>Fazit</translation>
        </message>
        <message>
            <source>Concurrent users per target.</source>
            <translation>Gleichzeitige Nutzer je Ziel.</translation>
        </message>
        <message>
            <source>ConnSettings is SQL that does not appear in reports; use settings for the session's settings</source>
            <translation>ConnSettings ist SQL, das in keinem Bericht zu sehen ist; schreiben Sie die Einstellungen der Verbindung in settings</translation>
        </message>
        <message>
            <source>Connect each time</source>
            <translation>Jedes Mal verbinden</translation>
        </message>
        <message>
            <source>Connect it, or choose another one in the settings.</source>
            <translation>Anschließen oder einen anderen in den Einstellungen wählen.</translation>
        </message>
        <message>
            <source>Connect the screen for visitors; extend the desktop.</source>
            <translation>Bildschirm für Besucher anschließen; Desktop erweitern.</translation>
        </message>
        <message>
            <source>Connections to build with</source>
            <translation>Verbindungen beim Aufbau</translation>
        </message>
        <message>
            <source>Consents</source>
            <translation>Erlaubnisse</translation>
        </message>
        <message>
            <source>Constants</source>
            <translation>Konstanten</translation>
        </message>
        <message>
            <source>Contents</source>
            <translation>Was geschrieben wird</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <source>Controller</source>
            <translation>Controller</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
        <message>
            <source>Copies the versions as text, without host or user names</source>
            <translation>Kopiert die Versionen als Text, ohne Namen von Rechnern oder Benutzern</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;Values</source>
            <translation>&amp;Werte kopieren</translation>
        </message>
        <message>
            <source>Copy Slide</source>
            <translation>Folie kopieren</translation>
        </message>
        <message>
            <source>Copy an image of the window to the clipboard</source>
            <translation>Ein Bild des Fensters in die Zwischenablage kopieren</translation>
        </message>
        <message>
            <source>Copy for Support</source>
            <translation>Für Support kopieren</translation>
        </message>
        <message>
            <source>Copy settings from {letter}</source>
            <translation>Einstellungen von {letter} übernehmen</translation>
        </message>
        <message>
            <source>Copy settings from…</source>
            <translation>Einstellungen übernehmen von…</translation>
        </message>
        <message>
            <source>Copy the selected rows, or all rows shown (Ctrl+C)</source>
            <translation>Die gewählten Zeilen kopieren, oder alle gezeigten (Strg+C)</translation>
        </message>
        <message>
            <source>Copy the table for a spreadsheet (Ctrl+C in the table)</source>
            <translation>Die Tabelle für eine Tabellenkalkulation kopieren (Strg+C in der Tabelle)</translation>
        </message>
        <message>
            <source>Cores</source>
            <translation>Kerne</translation>
        </message>
        <message>
            <source>Count</source>
            <translation>Anzahl</translation>
        </message>
        <message>
            <source>Count down, then start all systems together</source>
            <translation>Herunterzählen und alle Systeme zugleich starten</translation>
        </message>
        <message>
            <source>Counted</source>
            <translation>Gezählt</translation>
        </message>
        <message>
            <source>Counted from</source>
            <translation>Gezählt ab</translation>
        </message>
        <message>
            <source>Counted to</source>
            <translation>Gezählt bis</translation>
        </message>
        <message>
            <source>Counter</source>
            <translation>Zähler</translation>
        </message>
        <message>
            <source>Counter &amp;Table</source>
            <translation>Zählerta&amp;belle</translation>
        </message>
        <message>
            <source>Counters</source>
            <translation>Zähler</translation>
        </message>
        <message>
            <source>Counters of its machine</source>
            <translation>Zähler seines Rechners</translation>
        </message>
        <message>
            <source>Counters of the logs whose means over the window are compared like totals</source>
            <translation>Zähler der Protokolle, deren Mittelwerte im Fenster wie Laufergebnisse verglichen werden</translation>
        </message>
        <message>
            <source>Counters, {span}</source>
            <translation>Zähler, {span}</translation>
        </message>
        <message>
            <source>Counting since {time}</source>
            <translation>Gezählt seit {time}</translation>
        </message>
        <message>
            <source>Create a session from results and logs of other tools</source>
            <translation>Aus Ergebnissen und Protokollen anderer Programme eine Sitzung machen</translation>
        </message>
        <message>
            <source>Create it, or ask the administrator</source>
            <translation>Legen Sie sie an, oder fragen Sie den Administrator</translation>
        </message>
        <message>
            <source>Created by Outpace, and made anew before a run.</source>
            <translation>Von Outpace angelegt, vor einem Lauf neu gemacht.</translation>
        </message>
        <message>
            <source>Created by Outpace, with a pristine copy.</source>
            <translation>Macht Outpace, mit einer Kopie daneben.</translation>
        </message>
        <message>
            <source>Created {name}. Notes:</source>
            <translation>{name} ist angelegt. Hinweise dazu:</translation>
        </message>
        <message>
            <source>Ctrl+K finds every command</source>
            <translation>Strg+K findet jeden Befehl</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Währung</translation>
        </message>
        <message>
            <source>Curves of</source>
            <translation>Kurven von</translation>
        </message>
        <message>
            <source>Customers within the limit</source>
            <translation>Kunden innerhalb der Grenze</translation>
        </message>
        <message>
            <source>DONE</source>
            <translation>FERTIG</translation>
        </message>
        <message>
            <source>DONE · {time}</source>
            <translation>FERTIG · {time}</translation>
        </message>
        <message>
            <source>DVD Store output</source>
            <translation>DVD-Store-Ausgabe</translation>
        </message>
        <message>
            <source>DVD Store {size}</source>
            <translation>DVD Store {size}</translation>
        </message>
        <message>
            <source>DVD Store: users place orders in a database</source>
            <translation>DVD Store: Nutzer bestellen in einer Datenbank</translation>
        </message>
        <message>
            <source>Dar&amp;k or Light Theme</source>
            <translation>&amp;Dunkle oder helle Farben</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>Daten</translation>
        </message>
        <message>
            <source>Data / data memory</source>
            <translation>Daten / Speicher für Daten</translation>
        </message>
        <message>
            <source>Data MiB</source>
            <translation>Daten, MiB</translation>
        </message>
        <message>
            <source>Data checksum</source>
            <translation>Prüfsumme der Daten</translation>
        </message>
        <message>
            <source>Data folder</source>
            <translation>Datenordner</translation>
        </message>
        <message>
            <source>Data memory MiB</source>
            <translation>Speicher für Daten, MiB</translation>
        </message>
        <message>
            <source>Data moved</source>
            <translation>Datenmenge</translation>
        </message>
        <message>
            <source>Data rows</source>
            <translation>Zeilen der Daten</translation>
        </message>
        <message>
            <source>Database</source>
            <translation>Datenbank</translation>
        </message>
        <message>
            <source>Databases</source>
            <translation>Datenbanken</translation>
        </message>
        <message>
            <source>Databases are being built</source>
            <translation>Datenbanken werden aufgebaut</translation>
        </message>
        <message>
            <source>Databases are monitored anyway. These are for the machine they run on.</source>
            <translation>Seine Datenbanken werden ohnehin beobachtet. Das hier ist für den Rechner, auf dem sie laufen.</translation>
        </message>
        <message>
            <source>Databases up, users idle, before the load starts.</source>
            <translation>Datenbanken laufen, Nutzer ruhen, vor der Last.</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Datum</translation>
        </message>
        <message>
            <source>Date of test</source>
            <translation>Tag der Prüfung</translation>
        </message>
        <message>
            <source>Dealt from a shuffled deck</source>
            <translation>Von einem gemischten Kartenstapel</translation>
        </message>
        <message>
            <source>Decimal sign</source>
            <translation>Dezimalzeichen</translation>
        </message>
        <message>
            <source>Default</source>
            <translation>Standard</translation>
        </message>
        <message>
            <source>Default Counters</source>
            <translation>Standardzähler</translation>
        </message>
        <message>
            <source>Define what is compared: systems, workload, plan</source>
            <translation>Festlegen, was verglichen wird: Systeme, Last, Plan</translation>
        </message>
        <message>
            <source>Delay</source>
            <translation>Verzögerung</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>Löschen</translation>
        </message>
        <message>
            <source>Description (optional)</source>
            <translation>Beschreibung (freiwillig)</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>Einzelheiten</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>Gerät</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>Geräte</translation>
        </message>
        <message>
            <source>Direct I/O</source>
            <translation>Direkte I/Os</translation>
        </message>
        <message>
            <source>Disks</source>
            <translation>Platten</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>Ausblenden</translation>
        </message>
        <message>
            <source>Document (PDF)</source>
            <translation>Dokument (PDF)</translation>
        </message>
        <message>
            <source>Don't Save</source>
            <translation>Nicht speichern</translation>
        </message>
        <message>
            <source>Double the speed of the replay</source>
            <translation>Die Wiedergabe doppelt so schnell</translation>
        </message>
        <message>
            <source>Draw</source>
            <translation>Verteilung</translation>
        </message>
        <message>
            <source>Draw the charts on a logarithmic scale</source>
            <translation>Die Diagramme mit logarithmischer Skala zeichnen</translation>
        </message>
        <message>
            <source>Draw the systems in one chart</source>
            <translation>Die Systeme in ein Diagramm zeichnen</translation>
        </message>
        <message>
            <source>Drawing (*.svg)</source>
            <translation>Zeichnung (*.svg)</translation>
        </message>
        <message>
            <source>Drawn before each transaction.</source>
            <translation>Vor jeder Transaktion gezogen.</translation>
        </message>
        <message>
            <source>Drawn by weight</source>
            <translation>Nach Gewicht gezogen</translation>
        </message>
        <message>
            <source>Drive {letter}</source>
            <translation>Laufwerk {letter}</translation>
        </message>
        <message>
            <source>Drive {letter}: {problem}</source>
            <translation>Laufwerk {letter}: {problem}</translation>
        </message>
        <message>
            <source>Driven from</source>
            <translation>Belastet von</translation>
        </message>
        <message>
            <source>Driver</source>
            <translation>Treiber</translation>
        </message>
        <message>
            <source>Driver's machine</source>
            <translation>Rechner des Lasterzeugers</translation>
        </message>
        <message>
            <source>Drop the databases built by another version of Outpace and build them again</source>
            <translation>Löschen Sie die, die eine andere Version von Outpace aufgebaut hat, und bauen Sie sie neu auf</translation>
        </message>
        <message>
            <source>Durable: a commit is on disk before it is confirmed.</source>
            <translation>Dauerhaft: Ein Commit ist auf der Platte, bevor er beantwortet wird.</translation>
        </message>
        <message>
            <source>Duration</source>
            <translation>Dauer</translation>
        </message>
        <message>
            <source>E&amp;arlier</source>
            <translation>&amp;Früher</translation>
        </message>
        <message>
            <source>Each agent</source>
            <translation>Jeder Agent</translation>
        </message>
        <message>
            <source>Each commit waits for a write of the log.</source>
            <translation>Jeder Commit wartet auf einen Schreibzugriff des Logs.</translation>
        </message>
        <message>
            <source>Each step of the sweep</source>
            <translation>Jede Stufe der Messreihe</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>Bearbeiten</translation>
        </message>
        <message>
            <source>Edit a Scenario</source>
            <translation>Ein Szenario bearbeiten</translation>
        </message>
        <message>
            <source>Edit this scenario; a built-in one is copied first</source>
            <translation>Dieses Szenario bearbeiten; ein mitgeliefertes wird zuerst kopiert</translation>
        </message>
        <message>
            <source>Edition</source>
            <translation>Edition</translation>
        </message>
        <message>
            <source>Edit…</source>
            <translation>Bearbeiten…</translation>
        </message>
        <message>
            <source>Encryption</source>
            <translation>Verschlüsselung</translation>
        </message>
        <message>
            <source>Encryption, driver, folders, settings</source>
            <translation>Verschlüsselung, Treiber, Ordner, Einstellungen</translation>
        </message>
        <message>
            <source>End</source>
            <translation>Ende</translation>
        </message>
        <message>
            <source>End it: until then, the ratio may lose its color.</source>
            <translation>Beenden Sie es: Bis dahin kann das Verhältnis seine Farbe verlieren.</translation>
        </message>
        <message>
            <source>End other programs and background jobs.</source>
            <translation>Andere Programme und Hintergrundaufgaben beenden.</translation>
        </message>
        <message>
            <source>End other programs, use fewer users, or add an agent.</source>
            <translation>Andere Programme beenden, weniger Benutzer nehmen oder einen Agenten hinzufügen.</translation>
        </message>
        <message>
            <source>End them: they slow the load down</source>
            <translation>Beenden Sie sie: Sie bremsen die Last</translation>
        </message>
        <message>
            <source>Ended before measuring</source>
            <translation>Vor der Messung beendet</translation>
        </message>
        <message>
            <source>Energy preference</source>
            <translation>Energievorgabe</translation>
        </message>
        <message>
            <source>Engines</source>
            <translation>Datenbanksysteme</translation>
        </message>
        <message>
            <source>Errors/s</source>
            <translation>Fehler/s</translation>
        </message>
        <message>
            <source>Esc, F11</source>
            <translation>Esc, F11</translation>
        </message>
        <message>
            <source>Estimate of the run time</source>
            <translation>Schätzung der Laufzeit</translation>
        </message>
        <message>
            <source>Even</source>
            <translation>Gleichmäßig</translation>
        </message>
        <message>
            <source>Events</source>
            <translation>Ereignisse</translation>
        </message>
        <message>
            <source>Events ({number})</source>
            <translation>Ereignisse ({number})</translation>
        </message>
        <message>
            <source>Events/s</source>
            <translation>Ereignisse/s</translation>
        </message>
        <message>
            <source>Every figure says so; leave cached out to measure the storage</source>
            <translation>Jeder Wert sagt es dazu; lassen Sie cached weg, um den Speicher zu messen</translation>
        </message>
        <message>
            <source>Every figure then says CACHED.</source>
            <translation>Jede Zahl sagt dann CACHED.</translation>
        </message>
        <message>
            <source>Every pass runs all depths.</source>
            <translation>In jedem werden alle Tiefen durchlaufen.</translation>
        </message>
        <message>
            <source>Every run is saved here automatically. Run the demo for a first one, import results from other tools, or drop a session file on this window.</source>
            <translation>Jeder Lauf wird hier von selbst gespeichert. Starten Sie für den ersten die Demo, importieren Sie Ergebnisse anderer Programme, oder ziehen Sie eine Sitzungsdatei auf dieses Fenster.</translation>
        </message>
        <message>
            <source>Every sample, one per line, in a folder.</source>
            <translation>Jeder Messwert, einer je Zeile, in einem Ordner.</translation>
        </message>
        <message>
            <source>Every size runs all depths.</source>
            <translation>Jede mit allen Tiefen.</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>Alles</translation>
        </message>
        <message>
            <source>Executive summary</source>
            <translation>Zusammenfassung</translation>
        </message>
        <message>
            <source>Exhibitor</source>
            <translation>Aussteller</translation>
        </message>
        <message>
            <source>Exponential</source>
            <translation>Exponentiell</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>Exportieren</translation>
        </message>
        <message>
            <source>Export This Chart</source>
            <translation>Dieses Diagramm exportieren</translation>
        </message>
        <message>
            <source>Export to</source>
            <translation>Exportieren nach</translation>
        </message>
        <message>
            <source>Exported to {target}</source>
            <translation>Exportiert nach {target}</translation>
        </message>
        <message>
            <source>Exporter (Prometheus)</source>
            <translation>Exporter (Prometheus)</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>Exportieren…</translation>
        </message>
        <message>
            <source>F&amp;ull Screen</source>
            <translation>&amp;Vollbild</translation>
        </message>
        <message>
            <source>F, Space</source>
            <translation>F, Leertaste</translation>
        </message>
        <message>
            <source>Factor</source>
            <translation>Faktor</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>Fakten</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>Fehlgeschlagen</translation>
        </message>
        <message>
            <source>Failed %</source>
            <translation>Fehlgeschlagen, %</translation>
        </message>
        <message>
            <source>Failed checks prevent a run. They come first.</source>
            <translation>Was nicht bestanden hat, verhindert einen Lauf. Es steht oben.</translation>
        </message>
        <message>
            <source>Fall</source>
            <translation>Abfall</translation>
        </message>
        <message>
            <source>Fas&amp;ter</source>
            <translation>S&amp;chneller</translation>
        </message>
        <message>
            <source>Feeds</source>
            <translation>Versorgt</translation>
        </message>
        <message>
            <source>Figures</source>
            <translation>Zahlen</translation>
        </message>
        <message>
            <source>Figures by access pattern</source>
            <translation>Werte je Zugriffsmuster</translation>
        </message>
        <message>
            <source>Figures by part of the load</source>
            <translation>Werte nach Abschnitten der Last</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Datei</translation>
        </message>
        <message>
            <source>File size</source>
            <translation>Dateigröße</translation>
        </message>
        <message>
            <source>File system</source>
            <translation>Dateisystem</translation>
        </message>
        <message>
            <source>File systems of the data</source>
            <translation>Dateisysteme der Daten</translation>
        </message>
        <message>
            <source>File to check the certificate against.</source>
            <translation>Eine Datei, gegen die das Zertifikat geprüft wird.</translation>
        </message>
        <message>
            <source>Files per filegroup</source>
            <translation>Dateien je Dateigruppe</translation>
        </message>
        <message>
            <source>Files to import</source>
            <translation>Dateien zum Importieren</translation>
        </message>
        <message>
            <source>Fill first</source>
            <translation>Zuerst füllen</translation>
        </message>
        <message>
            <source>Filling the databases: {done:.0f} %</source>
            <translation>Datenbanken werden gefüllt: {done:.0f} %</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>Filter</translation>
        </message>
        <message>
            <source>Filter systems, checks and texts</source>
            <translation>Filter: Teil eines Systems, einer Prüfung oder eines Textes</translation>
        </message>
        <message>
            <source>Find a counter</source>
            <translation>Zähler suchen</translation>
        </message>
        <message>
            <source>Find any command by name and run it</source>
            <translation>Einen Befehl nach seinem Namen finden und ausführen</translation>
        </message>
        <message>
            <source>Find, open, rename, compare and delete recorded sessions</source>
            <translation>Aufgezeichnete Sitzungen finden, öffnen, benennen, vergleichen und löschen</translation>
        </message>
        <message>
            <source>Finding</source>
            <translation>Befund</translation>
        </message>
        <message>
            <source>Findings</source>
            <translation>Befunde</translation>
        </message>
        <message>
            <source>Finished parts are kept; the next build continues from there.</source>
            <translation>Was aufgebaut ist, bleibt: der nächste Aufbau macht dort weiter.</translation>
        </message>
        <message>
            <source>Finished parts on a server are kept; the next build continues from there.</source>
            <translation>Was auf einem Server aufgebaut ist, bleibt: der nächste Aufbau macht dort weiter.</translation>
        </message>
        <message>
            <source>Firmware</source>
            <translation>Firmware</translation>
        </message>
        <message>
            <source>Firmware (BIOS)</source>
            <translation>Firmware (BIOS)</translation>
        </message>
        <message>
            <source>First to a number of orders wins; made for an audience</source>
            <translation>Wer zuerst eine Zahl von Bestellungen schafft, gewinnt; gemacht für Publikum</translation>
        </message>
        <message>
            <source>Five pulses, 8 users between them: what do orders wait for in a pulse, and how long after it?</source>
            <translation>Fünf Pulse, dazwischen 8 Nutzer: Wie lange warten Bestellungen in einem Puls, und wie lange danach noch?</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>Ordner</translation>
        </message>
        <message>
            <source>Folder for Recordings</source>
            <translation>Ordner für Aufzeichnungen</translation>
        </message>
        <message>
            <source>Folder for new sessions.</source>
            <translation>Der Ordner, in den neue Sitzungen aufgezeichnet werden.</translation>
        </message>
        <message>
            <source>Folder of the Log</source>
            <translation>Ordner des Protokolls</translation>
        </message>
        <message>
            <source>Folder of the database. To compare two drives, choose a folder on each.</source>
            <translation>Wo seine Datenbank liegt. Wählen Sie auf jedem Laufwerk einen Ordner, um zwei Laufwerke zu vergleichen.</translation>
        </message>
        <message>
            <source>Folder of the report</source>
            <translation>Ordner des Berichts</translation>
        </message>
        <message>
            <source>Folder or drive</source>
            <translation>Ordner oder Laufwerk</translation>
        </message>
        <message>
            <source>Folder or file</source>
            <translation>Ordner oder Datei</translation>
        </message>
        <message>
            <source>Folders of individual indexes</source>
            <translation>Ordner einzelner Indizes</translation>
        </message>
        <message>
            <source>Folders of individual tables</source>
            <translation>Ordner einzelner Tabellen</translation>
        </message>
        <message>
            <source>Follow the run again, or show the whole recording (double-click in a chart)</source>
            <translation>Wieder folgen oder die ganze Aufzeichnung zeigen (Doppelklick in ein Diagramm)</translation>
        </message>
        <message>
            <source>For a fixed time</source>
            <translation>Eine feste Zeit lang</translation>
        </message>
        <message>
            <source>For each outstanding I/O {most} completes {factor} times as many as {least}.</source>
            <translation>Je ausstehendem I/O schafft {most} {factor}-mal so viele wie {least}.</translation>
        </message>
        <message>
            <source>For printing and sending</source>
            <translation>Zum Drucken und Versenden</translation>
        </message>
        <message>
            <source>For reuse by the next run.</source>
            <translation>Für den nächsten Lauf.</translation>
        </message>
        <message>
            <source>For the readers of the results.</source>
            <translation>Was ein Leser des Ergebnisses wissen sollte.</translation>
        </message>
        <message>
            <source>For the workbench and the booth view.</source>
            <translation>Für Werkbank und Standansicht.</translation>
        </message>
        <message>
            <source>For&amp;ward 10 s</source>
            <translation>10 s v&amp;orwärts</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <source>Formats</source>
            <translation>Formate</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>Gefunden</translation>
        </message>
        <message>
            <source>Four client machines a server, each with its own database and its own users.</source>
            <translation>Vier Clientrechner je Server, jeder mit eigener Datenbank und eigenen Benutzern.</translation>
        </message>
        <message>
            <source>Frames that came more than a second late, so far</source>
            <translation>Meldungen, die bisher mehr als eine Sekunde zu spät kamen</translation>
        </message>
        <message>
            <source>Free some space on the disk with the sessions folder.</source>
            <translation>Platz auf dem Datenträger mit dem Sitzungsordner schaffen.</translation>
        </message>
        <message>
            <source>Free some space, or choose another disk.</source>
            <translation>Platz schaffen oder einen anderen Datenträger wählen.</translation>
        </message>
        <message>
            <source>Free space on its disk, then start the run again.</source>
            <translation>Platz auf seinem Datenträger schaffen, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>FreeTDS can't take a closing brace with a semicolon behind it in {keyword}; choose another one, or use Microsoft's driver</source>
            <translation>FreeTDS kann in {keyword} keine schließende Klammer mit einem Semikolon dahinter annehmen; wählen Sie einen anderen Wert, oder nehmen Sie Microsofts Treiber</translation>
        </message>
        <message>
            <source>FreeTDS takes no authority in a connection string, so that it can't do tls = "verify"; use Microsoft's driver (driver = "ODBC Driver 18 for SQL Server"), or tls = "require"</source>
            <translation>FreeTDS nimmt in der Verbindungszeichenkette keine Zertifizierungsstelle an und kann tls = "verify" deshalb nicht; nehmen Sie Microsofts Treiber (driver = "ODBC Driver 18 for SQL Server") oder tls = "require"</translation>
        </message>
        <message>
            <source>Freeze</source>
            <translation>Einfrieren</translation>
        </message>
        <message>
            <source>Freeze the view; recording continues</source>
            <translation>Die Ansicht festhalten; die Aufzeichnung geht weiter</translation>
        </message>
        <message>
            <source>Freeze while you explain</source>
            <translation>Anhalten und erklären</translation>
        </message>
        <message>
            <source>Frequency at most</source>
            <translation>Takt höchstens</translation>
        </message>
        <message>
            <source>Frequency governor</source>
            <translation>Frequenzsteuerung (Governor)</translation>
        </message>
        <message>
            <source>From</source>
            <translation>Von</translation>
        </message>
        <message>
            <source>From Files…</source>
            <translation>Aus Dateien…</translation>
        </message>
        <message>
            <source>From a File…</source>
            <translation>Aus einer Datei…</translation>
        </message>
        <message>
            <source>From an environment variable</source>
            <translation>Aus einer Umgebungsvariablen</translation>
        </message>
        <message>
            <source>From it to the engine</source>
            <translation>Von ihm zur Steuerung</translation>
        </message>
        <message>
            <source>From the files</source>
            <translation>Aus den Dateien</translation>
        </message>
        <message>
            <source>From the files, otherwise the first system</source>
            <translation>Aus den Dateien, sonst das erste System</translation>
        </message>
        <message>
            <source>From this machine's keyring</source>
            <translation>Aus dem Schlüsselbund dieses Rechners</translation>
        </message>
        <message>
            <source>From … to …</source>
            <translation>Von … bis …</translation>
        </message>
        <message>
            <source>Frozen at {time}</source>
            <translation>Eingefroren bei {time}</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>Vollständig</translation>
        </message>
        <message>
            <source>Full Screen</source>
            <translation>Vollbild</translation>
        </message>
        <message>
            <source>GB</source>
            <translation>GB</translation>
        </message>
        <message>
            <source>Gauge</source>
            <translation>Messwert (gauge)</translation>
        </message>
        <message>
            <source>Gaussian</source>
            <translation>Gauß</translation>
        </message>
        <message>
            <source>Getting ready</source>
            <translation>Wird vorbereitet</translation>
        </message>
        <message>
            <source>GiB</source>
            <translation>GiB</translation>
        </message>
        <message>
            <source>Give each system the same machines to be driven from</source>
            <translation>Lassen Sie jedes System von gleichen Rechnern belasten</translation>
        </message>
        <message>
            <source>Give the exact text of one of these:

{texts}</source>
            <translation>Geben Sie den genauen Text eines von diesen an:

{texts}</translation>
        </message>
        <message>
            <source>Gives</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <source>Go</source>
            <translation>Los</translation>
        </message>
        <message>
            <source>Go back 10 seconds in the recording</source>
            <translation>In der Aufzeichnung 10 Sekunden zurückgehen</translation>
        </message>
        <message>
            <source>Go forward 10 seconds in the recording</source>
            <translation>In der Aufzeichnung 10 Sekunden vorwärts gehen</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <source>Go to the common start</source>
            <translation>Zum gemeinsamen Start gehen</translation>
        </message>
        <message>
            <source>Go to the end of the recording</source>
            <translation>Zum Ende der Aufzeichnung gehen</translation>
        </message>
        <message>
            <source>Governor</source>
            <translation>Governor</translation>
        </message>
        <message>
            <source>H&amp;ide</source>
            <translation>&amp;Ausblenden</translation>
        </message>
        <message>
            <source>H&amp;ide {name}</source>
            <translation>{name} &amp;ausblenden</translation>
        </message>
        <message>
            <source>Half answered within</source>
            <translation>Hälfte beantwortet in</translation>
        </message>
        <message>
            <source>Half of all transactions are at one warehouse: the log decides. Not comparable with TPC-C results.</source>
            <translation>Die Hälfte aller Transaktionen liegt in einem Lager: das Protokoll entscheidet. Nicht mit TPC-C-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>Halve the speed of the replay</source>
            <translation>Die Wiedergabe halb so schnell</translation>
        </message>
        <message>
            <source>HammerDB job report</source>
            <translation>HammerDB-Auftragsbericht</translation>
        </message>
        <message>
            <source>HammerDB output</source>
            <translation>HammerDB-Ausgabe</translation>
        </message>
        <message>
            <source>HammerDB time profile</source>
            <translation>HammerDB-Zeitprofil</translation>
        </message>
        <message>
            <source>HammerDB transaction counter</source>
            <translation>HammerDB-Transaktionszähler</translation>
        </message>
        <message>
            <source>Hardware</source>
            <translation>Hardware</translation>
        </message>
        <message>
            <source>Have an administrator make one ({statements}), then write its name, fast, instead of the folder in the scenario's placement</source>
            <translation>Lassen Sie einen Administrator einen anlegen ({statements}), und schreiben Sie dann in der Platzierung des Szenarios dessen Namen, fast, anstelle des Ordners</translation>
        </message>
        <message>
            <source>Headline</source>
            <translation>Schlagzeile</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>Hilfe</translation>
        </message>
        <message>
            <source>Help pages</source>
            <translation>Hilfeseiten</translation>
        </message>
        <message>
            <source>Hide Passed Checks</source>
            <translation>Bestandene ausblenden</translation>
        </message>
        <message>
            <source>Hide or show {system}</source>
            <translation>{system} aus- oder einblenden</translation>
        </message>
        <message>
            <source>High</source>
            <translation>Hoch</translation>
        </message>
        <message>
            <source>High for</source>
            <translation>Hoch für</translation>
        </message>
        <message>
            <source>Highest {kind}</source>
            <translation>Am meisten: {kind}</translation>
        </message>
        <message>
            <source>Highlight the counter selected in the table</source>
            <translation>Den in der Tabelle gewählten Zähler hervorheben</translation>
        </message>
        <message>
            <source>Histogram</source>
            <translation>Histogramm</translation>
        </message>
        <message>
            <source>Host</source>
            <translation>Rechner</translation>
        </message>
        <message>
            <source>Hot part</source>
            <translation>Heißer Teil</translation>
        </message>
        <message>
            <source>Hot spot</source>
            <translation>Brennpunkt</translation>
        </message>
        <message>
            <source>How a user chooses its transactions.</source>
            <translation>Wie ein Nutzer seine Transaktionen auswählt.</translation>
        </message>
        <message>
            <source>How far it moved against the engine's clock since the start, and within what it is known (±)</source>
            <translation>Wie weit sie sich seit dem Start gegen die Uhr der Steuerung bewegt hat, und wie genau das bekannt ist (±)</translation>
        </message>
        <message>
            <source>How far the meter's clock is ahead of UTC, such as +01:00; empty: as its times say, otherwise the run's</source>
            <translation>Wie weit die Uhr des Messgeräts vor UTC liegt, etwa +01:00; leer: wie seine Zeiten sagen, sonst wie beim Lauf</translation>
        </message>
        <message>
            <source>How far to trust it</source>
            <translation>Wie verlässlich das ist</translation>
        </message>
        <message>
            <source>How late its workers wake up (p99), the worst of them</source>
            <translation>Wie spät seine Arbeitsprozesse aufwachen (p99), der schlechteste</translation>
        </message>
        <message>
            <source>How long ago it told anything</source>
            <translation>Wann er zuletzt etwas gemeldet hat</translation>
        </message>
        <message>
            <source>How many were found in it at a time, in the mean</source>
            <translation>Wie viele im Mittel gleichzeitig darin angetroffen wurden</translation>
        </message>
        <message>
            <source>How many.</source>
            <translation>Wie viele.</translation>
        </message>
        <message>
            <source>How much data it caches, if you know.</source>
            <translation>Wie viele Daten es im Speicher hält, falls bekannt.</translation>
        </message>
        <message>
            <source>How much time the charts, the headline and the table show</source>
            <translation>Wie viel Zeit die Diagramme, die Schlagzeile und die Tabelle zeigen</translation>
        </message>
        <message>
            <source>How they ran</source>
            <translation>Wie sie liefen</translation>
        </message>
        <message>
            <source>How well it is measured</source>
            <translation>Wie gut gemessen wird</translation>
        </message>
        <message>
            <source>Huge pages</source>
            <translation>Große Seiten (Huge Pages)</translation>
        </message>
        <message>
            <source>I/&amp;Os of</source>
            <translation>I/&amp;Os von</translation>
        </message>
        <message>
            <source>I/O</source>
            <translation>I/O</translation>
        </message>
        <message>
            <source>I/O driver</source>
            <translation>I/O-Treiber</translation>
        </message>
        <message>
            <source>I/O engine</source>
            <translation>I/O-Engine</translation>
        </message>
        <message>
            <source>I/O error</source>
            <translation>E/A-Fehler</translation>
        </message>
        <message>
            <source>I/O is timed</source>
            <translation>I/O-Zeiten werden gemessen</translation>
        </message>
        <message>
            <source>I/O latency</source>
            <translation>I/O-Latenz</translation>
        </message>
        <message>
            <source>I/O latency, device</source>
            <translation>I/O-Latenz, Gerät</translation>
        </message>
        <message>
            <source>I/O, State&amp;ments and Waits</source>
            <translation>I/O, &amp;Anweisungen und Wartezeiten</translation>
        </message>
        <message>
            <source>I/O, Statements and Waits</source>
            <translation>I/O, Anweisungen und Wartezeiten</translation>
        </message>
        <message>
            <source>I/Os ({share} % reads)</source>
            <translation>I/Os ({share} % Lesen)</translation>
        </message>
        <message>
            <source>I/Os at a time</source>
            <translation>I/Os gleichzeitig</translation>
        </message>
        <message>
            <source>I/Os in progress</source>
            <translation>Laufende I/Os</translation>
        </message>
        <message>
            <source>I/Os on it</source>
            <translation>I/Os darauf</translation>
        </message>
        <message>
            <source>I/Os per minute</source>
            <translation>I/Os pro Minute</translation>
        </message>
        <message>
            <source>I/Os per second</source>
            <translation>I/Os pro Sekunde</translation>
        </message>
        <message>
            <source>IMPORTED</source>
            <translation>IMPORTIERT</translation>
        </message>
        <message>
            <source>INITSTMT is SQL that does not appear in reports; use settings for the session's settings</source>
            <translation>INITSTMT ist SQL, das in keinem Bericht zu sehen ist; schreiben Sie die Einstellungen der Verbindung in settings</translation>
        </message>
        <message>
            <source>IOPS</source>
            <translation>IOPS</translation>
        </message>
        <message>
            <source>IOPS, device</source>
            <translation>IOPS, Gerät</translation>
        </message>
        <message>
            <source>IPMI (DCMI)</source>
            <translation>IPMI (DCMI)</translation>
        </message>
        <message>
            <source>Idle before</source>
            <translation>Ruhe davor</translation>
        </message>
        <message>
            <source>Idle time between repeats.</source>
            <translation>Pause zwischen zwei Wiederholungen.</translation>
        </message>
        <message>
            <source>Idle watts</source>
            <translation>Watt im Leerlauf</translation>
        </message>
        <message>
            <source>If these were moved to another tier: {tables}. With them would go, as measured here: {shares}.</source>
            <translation>Wenn diese auf eine andere Speicherstufe kämen: {tables}. Mit ihnen gingen, wie hier gemessen: {shares}.</translation>
        </message>
        <message>
            <source>Image for a slide copied to the clipboard</source>
            <translation>Bild für eine Folie in die Zwischenablage kopiert</translation>
        </message>
        <message>
            <source>Image of the window copied to the clipboard</source>
            <translation>Ein Bild des Fensters ist in der Zwischenablage</translation>
        </message>
        <message>
            <source>Import</source>
            <translation>Importieren</translation>
        </message>
        <message>
            <source>Import Results</source>
            <translation>Ergebnisse importieren</translation>
        </message>
        <message>
            <source>Import Results…</source>
            <translation>Ergebnisse importieren…</translation>
        </message>
        <message>
            <source>In a pulse.</source>
            <translation>In einem Puls.</translation>
        </message>
        <message>
            <source>In a run the log is only written.</source>
            <translation>In einem Lauf wird das Log nur geschrieben.</translation>
        </message>
        <message>
            <source>In each pulse.</source>
            <translation>In jedem Puls.</translation>
        </message>
        <message>
            <source>In steps of</source>
            <translation>In Schritten von</translation>
        </message>
        <message>
            <source>In this session</source>
            <translation>In dieser Sitzung</translation>
        </message>
        <message>
            <source>Index folder</source>
            <translation>Indexordner</translation>
        </message>
        <message>
            <source>Initial speed when a recording is opened.</source>
            <translation>Die Geschwindigkeit, mit der eine Aufzeichnung geöffnet wird.</translation>
        </message>
        <message>
            <source>Initial state</source>
            <translation>Anfangszustand</translation>
        </message>
        <message>
            <source>InnoDB counts the syncs of database files and log together.</source>
            <translation>InnoDB zählt die Syncs von Datenbankdateien und Log zusammen.</translation>
        </message>
        <message>
            <source>InnoDB does not time syncs apart from opening and closing files.</source>
            <translation>InnoDB misst Syncs nicht getrennt vom Öffnen und Schließen der Dateien.</translation>
        </message>
        <message>
            <source>InnoDB keeps a table's indexes in the table's own file: remove placement.indexes from the scenario</source>
            <translation>InnoDB hält die Indizes einer Tabelle in deren eigener Datei: entfernen Sie placement.indexes aus dem Szenario</translation>
        </message>
        <message>
            <source>InnoDB writes pages asynchronously, and performance_schema times only how long it takes to hand them over.</source>
            <translation>InnoDB schreibt Seiten asynchron, und performance_schema misst nur, wie lange die Übergabe dauert.</translation>
        </message>
        <message>
            <source>InnoDB's own full text</source>
            <translation>die eigene Volltextsuche von InnoDB</translation>
        </message>
        <message>
            <source>InnoDB's status counts the writes of database files and log together, and performance_schema is off.</source>
            <translation>der Status von InnoDB zählt das Schreiben von Datenbankdateien und Log zusammen, und performance_schema ist aus.</translation>
        </message>
        <message>
            <source>InnoDB's status counts the writes of database files and log together, and the instruments wait/io/file/innodb/% of performance_schema are off.</source>
            <translation>der Status von InnoDB zählt das Schreiben von Datenbankdateien und Log zusammen, und die Instrumente wait/io/file/innodb/% von performance_schema sind aus.</translation>
        </message>
        <message>
            <source>InnoDB's status counts the writes of database files and log together, and the user may not read performance_schema.</source>
            <translation>der Status von InnoDB zählt das Schreiben von Datenbankdateien und Log zusammen, und der Benutzer darf performance_schema nicht lesen.</translation>
        </message>
        <message>
            <source>Installed are {names}</source>
            <translation>Installiert sind {names}</translation>
        </message>
        <message>
            <source>Instance</source>
            <translation>Instanz</translation>
        </message>
        <message>
            <source>Instead of what the system says.</source>
            <translation>Anstatt dessen, was das System sagt.</translation>
        </message>
        <message>
            <source>Is There a Newer Version?</source>
            <translation>Gibt es eine neuere Version?</translation>
        </message>
        <message>
            <source>It counts down, then all systems start together.</source>
            <translation>Es zählt herunter, dann starten alle Systeme gemeinsam.</translation>
        </message>
        <message>
            <source>It is a block device</source>
            <translation>Es ist ein Blockgerät</translation>
        </message>
        <message>
            <source>It is never written to this file.</source>
            <translation>Es wird nie in diese Datei geschrieben.</translation>
        </message>
        <message>
            <source>It is prepared while visitors see what comes next.</source>
            <translation>Er wird vorbereitet, während Besucher sehen, was als Nächstes kommt.</translation>
        </message>
        <message>
            <source>It needs no consent; omit the option.</source>
            <translation>Es braucht keine Erlaubnis; lassen Sie die Option weg.</translation>
        </message>
        <message>
            <source>It runs on {host}.</source>
            <translation>Es läuft auf {host}.</translation>
        </message>
        <message>
            <source>Item</source>
            <translation>Posten</translation>
        </message>
        <message>
            <source>Its busiest worker's share of one core; from 70 % on the driver limits the system</source>
            <translation>Anteil seines stärksten Arbeitsprozesses an einem Kern; ab 70 % begrenzt der Treiber das System</translation>
        </message>
        <message>
            <source>Its file in PEM format.</source>
            <translation>Ihre Datei im PEM-Format.</translation>
        </message>
        <message>
            <source>Its lines, beside the scenario.</source>
            <translation>Ihre Zeilen; neben dem Szenario.</translation>
        </message>
        <message>
            <source>Its processor, of all cores</source>
            <translation>Sein Prozessor, von allen Kernen</translation>
        </message>
        <message>
            <source>Its share of all, by the sum.</source>
            <translation>Ihr Anteil an allen, gemessen an der Summe.</translation>
        </message>
        <message>
            <source>Its sum is the price that results are divided by.</source>
            <translation>Ihre Summe ist der Preis, durch den Ergebnisse geteilt werden.</translation>
        </message>
        <message>
            <source>JOINED</source>
            <translation>ZUSAMMENGEFÜGT</translation>
        </message>
        <message>
            <source>Join</source>
            <translation>Zusammenfügen</translation>
        </message>
        <message>
            <source>Join Sessions</source>
            <translation>Sitzungen zusammenfügen</translation>
        </message>
        <message>
            <source>Joining…</source>
            <translation>Wird zusammengefügt…</translation>
        </message>
        <message>
            <source>Join…</source>
            <translation>Zusammenfügen…</translation>
        </message>
        <message>
            <source>Journal</source>
            <translation>Journal</translation>
        </message>
        <message>
            <source>KB/s</source>
            <translation>KB/s</translation>
        </message>
        <message>
            <source>Keep Building</source>
            <translation>Weiterbauen</translation>
        </message>
        <message>
            <source>Keep Editing</source>
            <translation>Weiter bearbeiten</translation>
        </message>
        <message>
            <source>Keep It</source>
            <translation>Behalten</translation>
        </message>
        <message>
            <source>Keep all of this in a TOML file, to be edited and imported again</source>
            <translation>All das in einer TOML-Datei aufheben, zum Bearbeiten und erneuten Importieren</translation>
        </message>
        <message>
            <source>Keep the file</source>
            <translation>Datei behalten</translation>
        </message>
        <message>
            <source>Kept unchanged</source>
            <translation>Bleibt, wie es ist</translation>
        </message>
        <message>
            <source>Kernel</source>
            <translation>Kernel</translation>
        </message>
        <message>
            <source>Kernel settings</source>
            <translation>Kerneleinstellungen</translation>
        </message>
        <message>
            <source>Keyboard Shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <source>Keying and think times of a terminal</source>
            <translation>Eingabe- und Denkzeiten eines Terminals</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Tasten</translation>
        </message>
        <message>
            <source>Keys: space plays, ← → move the moment, &lt; &gt; change the speed, O overlay, L log scale, S shared scale, 1–9 hide a system, + − zoom, , . move the span, / finds a counter. Drag to zoom; double-click resets.</source>
            <translation>Tasten: Leertaste spielt ab, ← → verschieben den Zeitpunkt, &lt; &gt; ändern das Tempo, O überlagert, L logarithmisch, S gemeinsame Skala, 1–9 blenden ein System aus, + − vergrößern, , . verschieben die Spanne, / sucht einen Zähler. Ziehen vergrößert, ein Doppelklick zeigt alles.</translation>
        </message>
        <message>
            <source>KiB</source>
            <translation>KiB</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>Art</translation>
        </message>
        <message>
            <source>LIVE</source>
            <translation>LIVE</translation>
        </message>
        <message>
            <source>LIVE {time}</source>
            <translation>LIVE {time}</translation>
        </message>
        <message>
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <source>Lag ms</source>
            <translation>Verzug, ms</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <source>Language of the window, numbers and dates. Takes effect after a restart.</source>
            <translation>Sprache des Fensters, der Zahlen und Daten. Wirkt nach einem Neustart.</translation>
        </message>
        <message>
            <source>Large</source>
            <translation>Groß</translation>
        </message>
        <message>
            <source>Larger</source>
            <translation>Größer</translation>
        </message>
        <message>
            <source>Larger than the server's memory tests the disks. “10MB”, “250GB”.</source>
            <translation>Größer als der Speicher des Servers prüft die Datenträger. „10MB“, „250GB“.</translation>
        </message>
        <message>
            <source>Largest</source>
            <translation>Am größten</translation>
        </message>
        <message>
            <source>Last</source>
            <translation>Zuletzt</translation>
        </message>
        <message>
            <source>Last-level cache</source>
            <translation>Last-Level-Cache</translation>
        </message>
        <message>
            <source>Late</source>
            <translation>Spät</translation>
        </message>
        <message>
            <source>Latencies over a span need the finished page.</source>
            <translation>Latenzen über eine Spanne zeigt erst die fertige Seite.</translation>
        </message>
        <message>
            <source>Latency</source>
            <translation>Latenz</translation>
        </message>
        <message>
            <source>Latency ({operation}), {figure}</source>
            <translation>Latenz ({operation}), {figure}</translation>
        </message>
        <message>
            <source>Latency is back where its p95 stays for three seconds within the highest p95 of any second of the low load before the first pulse; counted from where the load is low again.</source>
            <translation>Die Latenz ist wieder wie vorher, wenn ihr p95 drei Sekunden lang höchstens so hoch ist wie der höchste p95 einer Sekunde der niedrigen Last vor dem ersten Puls; gezählt ab dem Moment, in dem die Last wieder niedrig ist.</translation>
        </message>
        <message>
            <source>Latency ms</source>
            <translation>Latenz, ms</translation>
        </message>
        <message>
            <source>Latency of an I/O, p95 of each second</source>
            <translation>Latenz eines I/O, p95 jeder Sekunde</translation>
        </message>
        <message>
            <source>Latency of an I/O, {figure} · logarithmic</source>
            <translation>Latenz eines I/O, {figure} · logarithmisch</translation>
        </message>
        <message>
            <source>Latency percentile</source>
            <translation>Die gezeigte Latenz</translation>
        </message>
        <message>
            <source>Latency {figure}, all I/Os</source>
            <translation>Latenz {figure}, alle I/Os</translation>
        </message>
        <message>
            <source>Latency {figure}, reads</source>
            <translation>Latenz {figure}, Lesen</translation>
        </message>
        <message>
            <source>Latency {figure}, writes</source>
            <translation>Latenz {figure}, Schreiben</translation>
        </message>
        <message>
            <source>Lay the logs of power meters beside a measured run: watts, and figures per watt</source>
            <translation>Protokolle von Leistungsmessern neben einen gemessenen Lauf legen: Watt und Werte pro Watt</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>Ebene</translation>
        </message>
        <message>
            <source>Lays the logs of power meters beside a measured run, by their clocks: watts under load and idle, and figures per watt of each run. A new session is made; the run stays unchanged.</source>
            <translation>Legt die Protokolle von Leistungsmessern nach der Uhrzeit neben einen gemessenen Lauf: Watt unter Last und im Leerlauf, und Werte pro Watt jedes Laufs. Es entsteht eine neue Sitzung; der Lauf bleibt unverändert.</translation>
        </message>
        <message>
            <source>Leave Booth View</source>
            <translation>Standansicht verlassen</translation>
        </message>
        <message>
            <source>Leave out names: systems, hosts, files, author</source>
            <translation>Ohne Namen: Systeme, Rechner, Dateien, Autor</translation>
        </message>
        <message>
            <source>Leave trim_percent out here</source>
            <translation>Lassen Sie trim_percent hier weg</translation>
        </message>
        <message>
            <source>Length of one round; five rounds must agree.</source>
            <translation>Länge einer Runde; fünf Runden müssen übereinstimmen.</translation>
        </message>
        <message>
            <source>Less</source>
            <translation>Weniger</translation>
        </message>
        <message>
            <source>Level</source>
            <translation>Patchstand</translation>
        </message>
        <message>
            <source>Libraries and their licences</source>
            <translation>Bibliotheken und ihre Lizenzen</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <source>Limit</source>
            <translation>Grenze</translation>
        </message>
        <message>
            <source>Line below it</source>
            <translation>Zeile darunter</translation>
        </message>
        <message>
            <source>Lines per order</source>
            <translation>Posten je Bestellung</translation>
        </message>
        <message>
            <source>Lines that begin with “- ” become a list.</source>
            <translation>Zeilen, die mit „- “ beginnen, werden eine Liste.</translation>
        </message>
        <message>
            <source>Link (shown as a QR code)</source>
            <translation>Link (als QR-Code gezeigt)</translation>
        </message>
        <message>
            <source>List all actions and their keys</source>
            <translation>Jede Aktion und ihre Tasten</translation>
        </message>
        <message>
            <source>Little space for recordings</source>
            <translation>Wenig Platz für Aufzeichnungen</translation>
        </message>
        <message>
            <source>Live</source>
            <translation>Live</translation>
        </message>
        <message>
            <source>Live result shown for</source>
            <translation>Das Ergebnis eines Live-Laufs bleibt</translation>
        </message>
        <message>
            <source>Live run: {title}</source>
            <translation>Live-Lauf: {title}</translation>
        </message>
        <message>
            <source>Live, all well</source>
            <translation>Live, alles gut</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Last</translation>
        </message>
        <message>
            <source>Load Le&amp;vels</source>
            <translation>Las&amp;tstufen</translation>
        </message>
        <message>
            <source>Load This Library</source>
            <translation>Diese Bibliothek laden</translation>
        </message>
        <message>
            <source>Load began</source>
            <translation>Lastbeginn</translation>
        </message>
        <message>
            <source>Load driver</source>
            <translation>Lasterzeuger</translation>
        </message>
        <message>
            <source>Load goes through</source>
            <translation>Last läuft über</translation>
        </message>
        <message>
            <source>Load level of this file, for a sweep of users</source>
            <translation>Laststufe dieser Datei, für eine Reihe von Benutzerzahlen</translation>
        </message>
        <message>
            <source>Load levels</source>
            <translation>Laststufen</translation>
        </message>
        <message>
            <source>Load levels exist only for sweeps (users, rate, queue depth, access patterns), load profiles, latency searches and races.</source>
            <translation>Laststufen gibt es nur bei Stufenläufen (Nutzer, Rate, Warteschlangentiefe, Zugriffsmuster), Lastverläufen, Suchen nach einer Latenz und Rennen.</translation>
        </message>
        <message>
            <source>Load per target</source>
            <translation>Last je Ziel</translation>
        </message>
        <message>
            <source>Load that pulses or ramps</source>
            <translation>Last in Pulsen oder Rampen</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>Protokoll</translation>
        </message>
        <message>
            <source>Log In There</source>
            <translation>Dort anmelden</translation>
        </message>
        <message>
            <source>Log In Without TLS</source>
            <translation>Ohne TLS anmelden</translation>
        </message>
        <message>
            <source>Log folder</source>
            <translation>Log-Ordner</translation>
        </message>
        <message>
            <source>Log in as the user who built it, or choose another database name</source>
            <translation>Melden Sie sich als der Benutzer an, der sie gebaut hat, oder wählen Sie einen anderen Datenbanknamen</translation>
        </message>
        <message>
            <source>Log in there and see whether it has what it needs; nothing is changed</source>
            <translation>Dort anmelden und sehen, ob er hat, was er braucht; geändert wird nichts</translation>
        </message>
        <message>
            <source>Log scale</source>
            <translation>Logarithmisch</translation>
        </message>
        <message>
            <source>Logo</source>
            <translation>Logo</translation>
        </message>
        <message>
            <source>Logo (PNG or SVG)</source>
            <translation>Logo (PNG oder SVG)</translation>
        </message>
        <message>
            <source>Logs of power meters</source>
            <translation>Protokolle von Leistungsmessern</translation>
        </message>
        <message>
            <source>Longest first</source>
            <translation>Längste zuerst</translation>
        </message>
        <message>
            <source>Look for a slow or busy network between here and there</source>
            <translation>Suchen Sie nach einem langsamen oder belasteten Netzwerk zwischen hier und dort</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>Niedrig</translation>
        </message>
        <message>
            <source>Low for</source>
            <translation>Niedrig für</translation>
        </message>
        <message>
            <source>MB</source>
            <translation>MB</translation>
        </message>
        <message>
            <source>MHz</source>
            <translation>MHz</translation>
        </message>
        <message>
            <source>MTU</source>
            <translation>MTU</translation>
        </message>
        <message>
            <source>Machine</source>
            <translation>Rechner</translation>
        </message>
        <message>
            <source>Machine and board</source>
            <translation>Gerät und Hauptplatine</translation>
        </message>
        <message>
            <source>Machine of an agent</source>
            <translation>Rechner eines Agenten</translation>
        </message>
        <message>
            <source>Made by the set-up</source>
            <translation>Durch die Einrichtung angelegt</translation>
        </message>
        <message>
            <source>Make it on the server's machine, empty, as the server's own account</source>
            <translation>Legen Sie ihn auf dem Rechner des Servers an, leer und mit dem Konto des Servers als Besitzer</translation>
        </message>
        <message>
            <source>Make room, or choose a smaller size or another placement</source>
            <translation>Schaffen Sie Platz, oder wählen Sie eine kleinere Größe oder einen anderen Ablageort</translation>
        </message>
        <message>
            <source>Make room, or choose another folder or a smaller file_size</source>
            <translation>Schaffen Sie Platz, oder wählen Sie einen anderen Ordner oder eine kleinere file_size</translation>
        </message>
        <message>
            <source>Make room, or choose another folder or size</source>
            <translation>Schaffen Sie Platz, oder wählen Sie einen anderen Ordner oder eine andere Größe</translation>
        </message>
        <message>
            <source>Make room, or choose smaller sizes or another disk for some</source>
            <translation>Schaffen Sie Platz, oder wählen Sie kleinere Größen oder für einige einen anderen Datenträger</translation>
        </message>
        <message>
            <source>Manifests (*.toml)</source>
            <translation>Manifeste (*.toml)</translation>
        </message>
        <message>
            <source>MariaDB does not tell apart the statements that were prepared, as those of Outpace's users are: statement/com/Execute is all of them, statement/sp/stmt what their procedures do within.</source>
            <translation>MariaDB unterscheidet vorbereitete Anweisungen nicht, und die der Benutzer von Outpace sind vorbereitet: statement/com/Execute sind sie alle, statement/sp/stmt ist, was ihre Prozeduren darin tun.</translation>
        </message>
        <message>
            <source>MariaDB's ODBC driver drops blanks at the ends of a password; give the user another one, or name MySQL's driver in the scenario (driver = ...)</source>
            <translation>MariaDBs ODBC-Treiber schneidet Leerzeichen am Rand eines Kennworts ab; geben Sie dem Benutzer ein anderes, oder nennen Sie im Szenario den Treiber von MySQL (driver = ...)</translation>
        </message>
        <message>
            <source>Mark</source>
            <translation>Markieren</translation>
        </message>
        <message>
            <source>Mark This Moment…</source>
            <translation>Diesen Moment markieren…</translation>
        </message>
        <message>
            <source>Mark counters that stay beyond a value</source>
            <translation>Zähler markieren, die jenseits eines Werts bleiben</translation>
        </message>
        <message>
            <source>Mark this moment:</source>
            <translation>Diesen Moment markieren:</translation>
        </message>
        <message>
            <source>Maximum</source>
            <translation>Maximum</translation>
        </message>
        <message>
            <source>Maximum time per recording</source>
            <translation>Jede Aufzeichnung höchstens</translation>
        </message>
        <message>
            <source>Mbit/s</source>
            <translation>Mbit/s</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>Mean outstanding</source>
            <translation>Ausstehend im Mittel</translation>
        </message>
        <message>
            <source>Measure</source>
            <translation>Messen</translation>
        </message>
        <message>
            <source>Measure each step for</source>
            <translation>Messdauer je Stufe</translation>
        </message>
        <message>
            <source>Measured at</source>
            <translation>Gemessen an</translation>
        </message>
        <message>
            <source>Measured run</source>
            <translation>Gemessener Lauf</translation>
        </message>
        <message>
            <source>Measured well</source>
            <translation>Gut gemessen</translation>
        </message>
        <message>
            <source>Measuring</source>
            <translation>Messung läuft</translation>
        </message>
        <message>
            <source>Measuring well</source>
            <translation>Misst gut</translation>
        </message>
        <message>
            <source>Members</source>
            <translation>Bestandteile</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Arbeitsspeicher</translation>
        </message>
        <message>
            <source>Memory GiB</source>
            <translation>Arbeitsspeicher, GiB</translation>
        </message>
        <message>
            <source>Memory per connection.</source>
            <translation>Speicher jeder Verbindung.</translation>
        </message>
        <message>
            <source>Mend it, unless the set-up or another statement makes what is missing</source>
            <translation>Berichtigen Sie sie, falls nicht die Einrichtung oder eine andere Anweisung anlegt, was fehlt</translation>
        </message>
        <message>
            <source>Mend the statement in the script</source>
            <translation>Berichtigen Sie die Anweisung im Skript</translation>
        </message>
        <message>
            <source>Menus</source>
            <translation>Menüs</translation>
        </message>
        <message>
            <source>Menus (Alt)</source>
            <translation>Menüs (Alt)</translation>
        </message>
        <message>
            <source>MiB</source>
            <translation>MiB</translation>
        </message>
        <message>
            <source>Microcode</source>
            <translation>Microcode</translation>
        </message>
        <message>
            <source>Minimum</source>
            <translation>Minimum</translation>
        </message>
        <message>
            <source>Missed after</source>
            <translation>Verpasst nach</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <source>Modules</source>
            <translation>Module</translation>
        </message>
        <message>
            <source>Moment</source>
            <translation>Zeitpunkt</translation>
        </message>
        <message>
            <source>Monitored on this machine</source>
            <translation>Auf diesem Rechner beobachtet</translation>
        </message>
        <message>
            <source>More</source>
            <translation>Mehr</translation>
        </message>
        <message>
            <source>More commands</source>
            <translation>Weitere Befehle</translation>
        </message>
        <message>
            <source>More days mean fewer customers. 0 = the size's own number.</source>
            <translation>Mehr Tage heißt weniger Kunden. 0 = wie zur Größe gehörig.</translation>
        </message>
        <message>
            <source>More settings</source>
            <translation>Weitere Einstellungen</translation>
        </message>
        <message>
            <source>More than one page in a hundred comes from outside the server's cache. Wanted where disks are to be tested.</source>
            <translation>Mehr als eine von hundert Seiten kommt nicht aus dem Cache des Servers. Erwünscht, wo Platten geprüft werden sollen.</translation>
        </message>
        <message>
            <source>More than one page in ten is read from disk. Wanted where disks are to be tested.</source>
            <translation>Mehr als eine von zehn Seiten wird von der Platte gelesen. Erwünscht, wo Platten geprüft werden sollen.</translation>
        </message>
        <message>
            <source>Mount options</source>
            <translation>Mount-Optionen</translation>
        </message>
        <message>
            <source>Mounted at</source>
            <translation>Eingehängt unter</translation>
        </message>
        <message>
            <source>Move the view to earlier times</source>
            <translation>Die Ansicht zu früheren Zeiten bewegen</translation>
        </message>
        <message>
            <source>Move the view to later times</source>
            <translation>Die Ansicht zu späteren Zeiten bewegen</translation>
        </message>
        <message>
            <source>Move to Trash</source>
            <translation>In den Papierkorb</translation>
        </message>
        <message>
            <source>Moved to the trash: {what}</source>
            <translation>In den Papierkorb gelegt: {what}</translation>
        </message>
        <message>
            <source>Must be allowed to create databases and read statistics.</source>
            <translation>Muss Datenbanken anlegen und Statistiken lesen dürfen.</translation>
        </message>
        <message>
            <source>Must be allowed to do what your statements do, and to read statistics.</source>
            <translation>Muss dürfen, was Ihre Anweisungen tun, und Statistiken lesen.</translation>
        </message>
        <message>
            <source>MySQL and MariaDB have no {part} folder of a single database: remove placement.{part} ("{wanted}") from the scenario, or set it for the whole server in its own configuration file</source>
            <translation>MySQL und MariaDB haben keinen Ordner {part} für eine einzelne Datenbank: Nehmen Sie placement.{part} ("{wanted}") aus dem Szenario, oder setzen Sie ihn für den ganzen Server in dessen Konfigurationsdatei</translation>
        </message>
        <message>
            <source>MySQL and MariaDB keep one file for each table and temporary files where the server's tmpdir says: remove placement.temporary and placement.data_files from the scenario</source>
            <translation>MySQL und MariaDB legen je Tabelle eine Datei an und temporäre Dateien dort, wo tmpdir des Servers hinzeigt: Nehmen Sie placement.temporary und placement.data_files aus dem Szenario</translation>
        </message>
        <message>
            <source>MySQL or MariaDB</source>
            <translation>MySQL oder MariaDB</translation>
        </message>
        <message>
            <source>MySQL takes no tables from the folder {folder}</source>
            <translation>MySQL nimmt aus dem Ordner {folder} keine Tabellen</translation>
        </message>
        <message>
            <source>MySQL/MariaDB at {where} refuses the setting {name} = {value}: {reason}</source>
            <translation>MySQL/MariaDB auf {where} lehnt die Einstellung {name} = {value} ab: {reason}</translation>
        </message>
        <message>
            <source>NAME</source>
            <translation>NAME</translation>
        </message>
        <message>
            <source>NORMAL confirms before the log is on disk: a power failure can lose the last orders.</source>
            <translation>NORMAL antwortet, bevor das Log auf der Platte ist: Ein Stromausfall kann die letzten Bestellungen kosten.</translation>
        </message>
        <message>
            <source>NOT durable: a crash of the server can lose the last committed orders.</source>
            <translation>NICHT dauerhaft: Ein Absturz des Servers kann die letzten bestätigten Bestellungen kosten.</translation>
        </message>
        <message>
            <source>NOT durable: a power failure can lose the last committed orders.</source>
            <translation>NICHT dauerhaft: Ein Stromausfall kann die letzten bestätigten Bestellungen kosten.</translation>
        </message>
        <message>
            <source>NUMA nodes</source>
            <translation>NUMA-Knoten</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <source>Name an exporter of it in the scenario: watch = [{exporter}]</source>
            <translation>Nennen Sie im Szenario einen Exporter dafür: watch = [{exporter}]</translation>
        </message>
        <message>
            <source>Name another machine, or let this one drive its part</source>
            <translation>Nennen Sie einen anderen Rechner, oder lassen Sie diesen seinen Teil belasten</translation>
        </message>
        <message>
            <source>Name its primary</source>
            <translation>Nennen Sie seinen Primärserver</translation>
        </message>
        <message>
            <source>Name of a PNG or JPEG beside the scenario.</source>
            <translation>Name eines PNG oder JPEG neben dem Szenario.</translation>
        </message>
        <message>
            <source>Name of the environment variable</source>
            <translation>Name der Umgebungsvariablen</translation>
        </message>
        <message>
            <source>Name of the report's files</source>
            <translation>Name der Dateien des Berichts</translation>
        </message>
        <message>
            <source>Name one that {user} may use ({names}), or an absolute folder in the scenario's placement</source>
            <translation>Nennen Sie in der Platzierung des Szenarios einen, den {user} benutzen darf ({names}), oder einen absoluten Ordner</translation>
        </message>
        <message>
            <source>Name the server's host as all machines call it</source>
            <translation>Nennen Sie den Host des Servers so, wie ihn alle Rechner nennen</translation>
        </message>
        <message>
            <source>Name {number}</source>
            <translation>Name {number}</translation>
        </message>
        <message>
            <source>Native library</source>
            <translation>Native Bibliothek</translation>
        </message>
        <message>
            <source>Neither system finished</source>
            <translation>Kein System kam ins Ziel</translation>
        </message>
        <message>
            <source>Neither system kept the limit</source>
            <translation>Kein System hielt die Grenze</translation>
        </message>
        <message>
            <source>Network</source>
            <translation>Netzwerk</translation>
        </message>
        <message>
            <source>Network cards</source>
            <translation>Netzwerkkarten</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>Nie</translation>
        </message>
        <message>
            <source>New customers</source>
            <translation>Neue Kunden</translation>
        </message>
        <message>
            <source>New members</source>
            <translation>Neue Mitglieder</translation>
        </message>
        <message>
            <source>New orders a minute on two servers. Not comparable with TPC-C results.</source>
            <translation>Neue Aufträge pro Minute auf zwei Servern. Nicht mit TPC-C-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>New reviews</source>
            <translation>Neue Rezensionen</translation>
        </message>
        <message>
            <source>Newer version</source>
            <translation>Neuere Version</translation>
        </message>
        <message>
            <source>Newer versions</source>
            <translation>Neuere Versionen</translation>
        </message>
        <message>
            <source>Newest first</source>
            <translation>Neueste zuerst</translation>
        </message>
        <message>
            <source>New…</source>
            <translation>Neu…</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>Als Nächstes</translation>
        </message>
        <message>
            <source>Next in the loop</source>
            <translation>Nächstes der Schleife</translation>
        </message>
        <message>
            <source>No I/Os</source>
            <translation>Keine I/Os</translation>
        </message>
        <message>
            <source>No I/Os yet</source>
            <translation>Noch keine I/Os</translation>
        </message>
        <message>
            <source>No address to ask is set (Edit, Settings)</source>
            <translation>Es ist keine Adresse eingestellt (Bearbeiten, Einstellungen)</translation>
        </message>
        <message>
            <source>No address to ask is set: Edit, Settings, Newer versions.</source>
            <translation>Es ist keine Adresse eingestellt: Bearbeiten, Einstellungen, Neuere Versionen.</translation>
        </message>
        <message>
            <source>No clear difference</source>
            <translation>Kein klarer Unterschied</translation>
        </message>
        <message>
            <source>No counter is named like that.</source>
            <translation>Kein Zähler heißt so.</translation>
        </message>
        <message>
            <source>No counter of this session matches “{text}”.</source>
            <translation>Kein Zähler dieser Sitzung passt zu „{text}“.</translation>
        </message>
        <message>
            <source>No counters selected. Press Ctrl+I to choose some.</source>
            <translation>Kein Zähler ist im Diagramm. Strg+I wählt welche.</translation>
        </message>
        <message>
            <source>No data</source>
            <translation>Keine Daten</translation>
        </message>
        <message>
            <source>No data: {reason}</source>
            <translation>Keine Daten: {reason}</translation>
        </message>
        <message>
            <source>No matches.</source>
            <translation>Keine Treffer.</translation>
        </message>
        <message>
            <source>No orders</source>
            <translation>Keine Bestellungen</translation>
        </message>
        <message>
            <source>No orders yet</source>
            <translation>Noch keine Bestellungen</translation>
        </message>
        <message>
            <source>No output file. Name one for HTML, PDF, XLSX, PNG or a page.</source>
            <translation>Keine Ausgabedatei. Nennen Sie eine für HTML, PDF, XLSX, PNG oder eine Seite.</translation>
        </message>
        <message>
            <source>No password was given for {account}.</source>
            <translation>Für {account} wurde kein Kennwort angegeben.</translation>
        </message>
        <message>
            <source>No ranking was recorded: it needs a database on a server and a completed run.</source>
            <translation>Keine Rangliste aufgezeichnet: sie braucht eine Datenbank auf einem Server und einen Lauf, der zu Ende kam.</translation>
        </message>
        <message>
            <source>No response since {from_s} s</source>
            <translation>Antwortet nicht seit {from_s} s</translation>
        </message>
        <message>
            <source>No result</source>
            <translation>Kein Ergebnis</translation>
        </message>
        <message>
            <source>No scenario has been allowed anything on this machine.</source>
            <translation>Auf diesem Rechner wurde noch keinem Szenario etwas erlaubt.</translation>
        </message>
        <message>
            <source>No session has “{typed}” in its title, systems, tags, result or date.</source>
            <translation>Nichts mit „{typed}“ in Titel, Systemen, Schlagwörtern, Ergebnis oder Datum.</translation>
        </message>
        <message>
            <source>No session is selected</source>
            <translation>Keine Sitzung ist gewählt</translation>
        </message>
        <message>
            <source>No session matches</source>
            <translation>Keine Sitzung passt</translation>
        </message>
        <message>
            <source>No session to report on. Name at least one .outpace file.</source>
            <translation>Es gibt keine Sitzung für den Bericht. Nennen Sie mindestens eine .outpace-Datei.</translation>
        </message>
        <message>
            <source>No sessions yet</source>
            <translation>Noch keine Sitzungen</translation>
        </message>
        <message>
            <source>No significant difference</source>
            <translation>Kein signifikanter Unterschied</translation>
        </message>
        <message>
            <source>No space left for recordings</source>
            <translation>Kein Platz mehr für Aufzeichnungen</translation>
        </message>
        <message>
            <source>No transactions</source>
            <translation>Keine Transaktionen</translation>
        </message>
        <message>
            <source>No transactions yet</source>
            <translation>Noch keine Transaktionen</translation>
        </message>
        <message>
            <source>No {figures}: {reason}</source>
            <translation>Keine Angabe ({figures}): {reason}</translation>
        </message>
        <message>
            <source>Nobody finished in time</source>
            <translation>Niemand war rechtzeitig fertig</translation>
        </message>
        <message>
            <source>None installed</source>
            <translation>Keiner ist installiert</translation>
        </message>
        <message>
            <source>None is marked.</source>
            <translation>Keiner ist markiert.</translation>
        </message>
        <message>
            <source>None is needed</source>
            <translation>Es braucht keines</translation>
        </message>
        <message>
            <source>None were recorded: that needs a database on a server and a measured step.</source>
            <translation>Nichts aufgezeichnet: das braucht eine Datenbank auf einem Server und eine gemessene Stufe.</translation>
        </message>
        <message>
            <source>Not ready to run</source>
            <translation>Nicht bereit zum Lauf</translation>
        </message>
        <message>
            <source>Not ready to run: {counts}</source>
            <translation>Nicht bereit zum Lauf: {counts}</translation>
        </message>
        <message>
            <source>Not tested yet</source>
            <translation>Noch nicht getestet</translation>
        </message>
        <message>
            <source>Not to be compared</source>
            <translation>Nicht vergleichbar</translation>
        </message>
        <message>
            <source>Not valid</source>
            <translation>Nicht gültig</translation>
        </message>
        <message>
            <source>Not valid – {reason}</source>
            <translation>Nicht gültig – {reason}</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>Notiz</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>Notizen</translation>
        </message>
        <message>
            <source>Nothing is running</source>
            <translation>Nichts läuft</translation>
        </message>
        <message>
            <source>Nothing is wrong</source>
            <translation>Alles in Ordnung</translation>
        </message>
        <message>
            <source>Nothing matches the filter.</source>
            <translation>Nichts passt zum Filter.</translation>
        </message>
        <message>
            <source>Nothing to compare</source>
            <translation>Nichts zu vergleichen</translation>
        </message>
        <message>
            <source>Nothing was measured</source>
            <translation>Nichts wurde gemessen</translation>
        </message>
        <message>
            <source>Nothing was measured in this session: its load never started.</source>
            <translation>In dieser Sitzung wurde nichts gemessen: ihre Last hat nie begonnen.</translation>
        </message>
        <message>
            <source>Nothing was recorded for {seconds} s: the engine or the disk of the session does not respond. The charts continue when it does; if it stays so, end the engine's process and run again.</source>
            <translation>Seit {seconds} s wurde nichts aufgezeichnet: Die Engine oder der Datenträger der Sitzung antwortet nicht. Die Diagramme laufen weiter, sobald sie antwortet; bleibt es dabei, beenden Sie den Prozess der Engine, und starten Sie den Lauf neu.</translation>
        </message>
        <message>
            <source>Number of data chunks built in parallel.</source>
            <translation>So viele Teile der Daten entstehen gleichzeitig.</translation>
        </message>
        <message>
            <source>Number of the repeat in this file, from 1</source>
            <translation>Die Wiederholung, zu der die Datei gehört, ab 1</translation>
        </message>
        <message>
            <source>Number them in the column Repeat, or name them in the column Target.</source>
            <translation>Nummerieren Sie sie in der Spalte Wiederholung, oder benennen Sie sie in der Spalte Ziel.</translation>
        </message>
        <message>
            <source>Number {number} runs now: stop the queue first (Ctrl+C there).</source>
            <translation>Nummer {number} läuft gerade: Zuerst ist die Warteschlange anzuhalten (dort Strg+C).</translation>
        </message>
        <message>
            <source>ODBC</source>
            <translation>ODBC</translation>
        </message>
        <message>
            <source>ODBC can't be used on this machine ({reason}). Install its driver manager, then try again: {library}</source>
            <translation>ODBC ist auf diesem Rechner nicht nutzbar ({reason}). Installieren Sie den Treibermanager und versuchen Sie es dann erneut: {library}</translation>
        </message>
        <message>
            <source>ODBC driver</source>
            <translation>ODBC-Treiber</translation>
        </message>
        <message>
            <source>ODBC drivers</source>
            <translation>ODBC-Treiber</translation>
        </message>
        <message>
            <source>ODBC drivers differ in how they take a semicolon or brace; use none</source>
            <translation>ODBC-Treiber behandeln Semikolon und Klammer verschieden; verwenden Sie keines davon</translation>
        </message>
        <message>
            <source>ODBC string</source>
            <translation>ODBC-Zeichenkette</translation>
        </message>
        <message>
            <source>OPM</source>
            <translation>OPM</translation>
        </message>
        <message>
            <source>OUTPACE_DRIVER chooses Python</source>
            <translation>OUTPACE_DRIVER wählt Python</translation>
        </message>
        <message>
            <source>OUTPACE_DRIVER is {choice}, neither python nor native</source>
            <translation>OUTPACE_DRIVER ist {choice}, weder python noch native</translation>
        </message>
        <message>
            <source>Object</source>
            <translation>Objekt</translation>
        </message>
        <message>
            <source>Of</source>
            <translation>Von</translation>
        </message>
        <message>
            <source>Of a message to it and back</source>
            <translation>Einer Nachricht zu ihm und zurück</translation>
        </message>
        <message>
            <source>Of all I/Os. Linux only; they destroy what was there.</source>
            <translation>Von allen I/Os. Nur unter Linux; sie zerstören, was dort war.</translation>
        </message>
        <message>
            <source>Of random places: are some used more often?</source>
            <translation>Bei zufälligen Stellen: Werden manche öfter benutzt?</translation>
        </message>
        <message>
            <source>Of the file.</source>
            <translation>Der Datei.</translation>
        </message>
        <message>
            <source>Of the time in view, {ends}</source>
            <translation>Über die sichtbare Zeit, {ends}</translation>
        </message>
        <message>
            <source>Of the whole server, as far as it counts waits.</source>
            <translation>Vom ganzen Server, soweit er Wartezeiten zählt.</translation>
        </message>
        <message>
            <source>Of what was measured of each system, as the large figures</source>
            <translation>Über das, was von jedem System gemessen wurde, wie die großen Zahlen</translation>
        </message>
        <message>
            <source>Of what was measured, {ends}, as the large figures</source>
            <translation>Über das Gemessene, {ends}, wie die großen Zahlen</translation>
        </message>
        <message>
            <source>Of zipf theta; of the others as pgbench's parameter.</source>
            <translation>Bei Zipf Theta; bei den anderen wie der Parameter von pgbench.</translation>
        </message>
        <message>
            <source>Oldest first</source>
            <translation>Älteste zuerst</translation>
        </message>
        <message>
            <source>On both sides every order is on disk before it is confirmed. Only the method differs.</source>
            <translation>Auf beiden Seiten liegt jede Bestellung auf dem Datenträger, bevor sie bestätigt wird. Nur das Verfahren ist verschieden.</translation>
        </message>
        <message>
            <source>On the drive to measure. Outpace creates its own file there.</source>
            <translation>Auf dem Laufwerk, das gemessen wird. Outpace legt darin eine eigene Datei an.</translation>
        </message>
        <message>
            <source>On this machine. It runs only after you confirm exactly this text.</source>
            <translation>Auf diesem Rechner. Er läuft nur, nachdem Sie genau diesen Text bestätigt haben.</translation>
        </message>
        <message>
            <source>One I/O takes</source>
            <translation>Ein I/O dauert</translation>
        </message>
        <message>
            <source>One a line, instead of a range.</source>
            <translation>Einer je Zeile, anstelle eines Bereichs.</translation>
        </message>
        <message>
            <source>One after the other</source>
            <translation>Nacheinander</translation>
        </message>
        <message>
            <source>One at a time</source>
            <translation>Einzeln</translation>
        </message>
        <message>
            <source>One of its own</source>
            <translation>Ein eigenes</translation>
        </message>
        <message>
            <source>One page, repeated</source>
            <translation>Eine Seite, wiederholt</translation>
        </message>
        <message>
            <source>One per line.</source>
            <translation>Einer je Zeile.</translation>
        </message>
        <message>
            <source>One per session</source>
            <translation>Eines je Sitzung</translation>
        </message>
        <message>
            <source>One read takes</source>
            <translation>Ein Lesezugriff dauert</translation>
        </message>
        <message>
            <source>One run</source>
            <translation>Ein Lauf</translation>
        </message>
        <message>
            <source>One run of {time}</source>
            <translation>Ein Lauf von {time}</translation>
        </message>
        <message>
            <source>One self-contained file for any browser</source>
            <translation>Eine Datei, die jeder Browser öffnet, ohne irgendetwas von anderswo</translation>
        </message>
        <message>
            <source>One server, two databases, alternating: commits that wait for the disk, and commits that don't.</source>
            <translation>Ein Server, zwei Datenbanken, abwechselnd: Commits, die auf die Platte warten, und Commits, die es nicht tun.</translation>
        </message>
        <message>
            <source>One write takes</source>
            <translation>Ein Schreibzugriff dauert</translation>
        </message>
        <message>
            <source>Only of a log without the time of day: its time when the load began, or seconds after its first row</source>
            <translation>Nur bei einem Protokoll ohne Uhrzeit: seine Zeit beim Beginn der Last, oder Sekunden nach seiner ersten Zeile</translation>
        </message>
        <message>
            <source>Only one system is in this session. Use File &gt; Compare Sessions to add another.</source>
            <translation>In dieser Sitzung ist nur ein System. Mit Datei &gt; Sitzungen vergleichen kommt ein weiteres dazu.</translation>
        </message>
        <message>
            <source>Only {name} finished</source>
            <translation>Nur {name} kam ins Ziel</translation>
        </message>
        <message>
            <source>Only {name} kept the limit</source>
            <translation>Nur {name} hielt die Grenze</translation>
        </message>
        <message>
            <source>Only “At every commit” loses nothing in a power failure.</source>
            <translation>Nur „bei jedem Commit“ verliert bei einem Stromausfall nichts.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <source>Open Folder</source>
            <translation>Ordner öffnen</translation>
        </message>
        <message>
            <source>Open a File…</source>
            <translation>Datei öffnen…</translation>
        </message>
        <message>
            <source>Open a Session</source>
            <translation>Eine Sitzung öffnen</translation>
        </message>
        <message>
            <source>Open a session, recorded or still running</source>
            <translation>Eine aufgezeichnete oder noch wachsende Sitzung öffnen</translation>
        </message>
        <message>
            <source>Open in Browser</source>
            <translation>Im Browser öffnen</translation>
        </message>
        <message>
            <source>Open in Text Editor</source>
            <translation>Im Texteditor öffnen</translation>
        </message>
        <message>
            <source>Open the folder when it is written</source>
            <translation>Den Ordner öffnen, wenn er geschrieben ist</translation>
        </message>
        <message>
            <source>Open the help pages</source>
            <translation>Die Hilfeseiten öffnen</translation>
        </message>
        <message>
            <source>Open this session</source>
            <translation>Diese Sitzung öffnen</translation>
        </message>
        <message>
            <source>Opening {name}…</source>
            <translation>{name} wird geöffnet…</translation>
        </message>
        <message>
            <source>Operating system</source>
            <translation>Betriebssystem</translation>
        </message>
        <message>
            <source>Operation</source>
            <translation>Operation</translation>
        </message>
        <message>
            <source>Order</source>
            <translation>Reihenfolge</translation>
        </message>
        <message>
            <source>Order entry on SQLite</source>
            <translation>Auftragserfassung auf SQLite</translation>
        </message>
        <message>
            <source>Order entry on two servers</source>
            <translation>Auftragserfassung auf zwei Servern</translation>
        </message>
        <message>
            <source>Order entry with a hot warehouse</source>
            <translation>Auftragserfassung mit einem Brennpunkt</translation>
        </message>
        <message>
            <source>Order entry {size}</source>
            <translation>Auftragserfassung {size}</translation>
        </message>
        <message>
            <source>Order entry: clerks enter, pay and deliver orders</source>
            <translation>Auftragserfassung: Sachbearbeiter erfassen, bezahlen und liefern Aufträge</translation>
        </message>
        <message>
            <source>Order entry: users within 5 s</source>
            <translation>Auftragserfassung: Benutzer innerhalb von 5 s</translation>
        </message>
        <message>
            <source>Order of the sessions</source>
            <translation>Reihenfolge der Sitzungen</translation>
        </message>
        <message>
            <source>Order response time, maximum</source>
            <translation>Antwortzeit der Bestellungen, Maximum</translation>
        </message>
        <message>
            <source>Order response time, median</source>
            <translation>Antwortzeit der Bestellungen, Median</translation>
        </message>
        <message>
            <source>Order response time, p95</source>
            <translation>Antwortzeit der Bestellungen, p95</translation>
        </message>
        <message>
            <source>Order response time, p99</source>
            <translation>Antwortzeit der Bestellungen, p99</translation>
        </message>
        <message>
            <source>Orders</source>
            <translation>Bestellungen</translation>
        </message>
        <message>
            <source>Orders per minute</source>
            <translation>Bestellungen pro Minute</translation>
        </message>
        <message>
            <source>Orders per minute (OPM)</source>
            <translation>Bestellungen pro Minute (OPM)</translation>
        </message>
        <message>
            <source>Orders per second</source>
            <translation>Bestellungen pro Sekunde</translation>
        </message>
        <message>
            <source>Orders under way</source>
            <translation>In Arbeit</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>Andere</translation>
        </message>
        <message>
            <source>Other machines that drive the load over OpenSSH, or are watched. The host is called as ssh knows it; user, port, key and jump host belong into ssh's configuration. Without any agent this machine drives everything.</source>
            <translation>Andere Rechner, die über OpenSSH die Last erzeugen oder beobachtet werden. Der Rechner heißt, wie ssh ihn kennt; Benutzer, Port, Schlüssel und Zwischenrechner gehören in die Konfiguration von ssh. Ohne Agenten erzeugt dieser Rechner die ganze Last.</translation>
        </message>
        <message>
            <source>Other metrics</source>
            <translation>Weitere Metriken</translation>
        </message>
        <message>
            <source>Outpace cannot save in {folder}. Choose another folder for recordings, or make this one writable.</source>
            <translation>Outpace kann in {folder} nicht speichern. Wählen Sie einen anderen Ordner für Aufzeichnungen, oder machen Sie diesen beschreibbar.</translation>
        </message>
        <message>
            <source>Outpace does not pass {keyword} on to {family}: it takes only keywords that load no library, run no SQL and read or write no file. The nearest that it takes is {nearest}; take {keyword} out, or set it in a data source of this machine, and name that (DSN=...)</source>
            <translation>Outpace gibt {keyword} nicht an {family} weiter: Es nimmt nur Schlüsselwörter, die keine Bibliothek laden, kein SQL ausführen und keine Datei lesen oder schreiben. Am nächsten kommt {nearest}; nehmen Sie {keyword} heraus, oder setzen Sie es in einer Datenquelle dieses Rechners und nennen Sie diese (DSN=...)</translation>
        </message>
        <message>
            <source>Outpace finds the most users that stay within it.</source>
            <translation>Gesucht werden die meisten Nutzer, die sie halten.</translation>
        </message>
        <message>
            <source>Outpace sessions (*.outpace)</source>
            <translation>Outpace-Sitzungen (*.outpace)</translation>
        </message>
        <message>
            <source>Outpace sessions ({pattern})</source>
            <translation>Outpace-Sitzungen ({pattern})</translation>
        </message>
        <message>
            <source>Outpace there</source>
            <translation>Outpace dort</translation>
        </message>
        <message>
            <source>Outpace version</source>
            <translation>Version von Outpace</translation>
        </message>
        <message>
            <source>Outpace's own data folder</source>
            <translation>Eigener Datenordner von Outpace</translation>
        </message>
        <message>
            <source>Outstanding</source>
            <translation>Ausstehend</translation>
        </message>
        <message>
            <source>Outstanding I/Os per thread, one step each.</source>
            <translation>Ausstehende I/Os je Thread, eine Stufe für jede.</translation>
        </message>
        <message>
            <source>Outstanding I/Os per thread. A sweep sets this itself.</source>
            <translation>Ausstehende I/Os je Thread. Eine Messreihe setzt es selbst.</translation>
        </message>
        <message>
            <source>Outstanding I/Os, mean and requested · logarithmic</source>
            <translation>Ausstehend, im Mittel und verlangt · logarithmisch</translation>
        </message>
        <message>
            <source>Outstanding I/Os, reached</source>
            <translation>Ausstehende I/Os, angenommen</translation>
        </message>
        <message>
            <source>Outstanding I/Os, requested</source>
            <translation>Ausstehende I/Os, verlangt</translation>
        </message>
        <message>
            <source>Over the load</source>
            <translation>Über der Last</translation>
        </message>
        <message>
            <source>Overlaid, in one chart</source>
            <translation>Übereinander, in einem Diagramm</translation>
        </message>
        <message>
            <source>Overlay</source>
            <translation>Überlagern</translation>
        </message>
        <message>
            <source>Overwrite</source>
            <translation>Überschreiben</translation>
        </message>
        <message>
            <source>Overwrite This Device</source>
            <translation>Dieses Gerät überschreiben</translation>
        </message>
        <message>
            <source>Overwrite the device</source>
            <translation>Gerät überschreiben</translation>
        </message>
        <message>
            <source>Overwriting loses those changes. “Save As…” keeps both.</source>
            <translation>Überschreiben verliert jene Änderungen. „Speichern unter…“ behält beide.</translation>
        </message>
        <message>
            <source>Own SQL on SQLite: transfers between accounts</source>
            <translation>Eigenes SQL auf SQLite: Überweisungen zwischen Konten</translation>
        </message>
        <message>
            <source>Own SQL: bank transactions on two servers</source>
            <translation>Eigenes SQL: Banktransaktionen auf zwei Servern</translation>
        </message>
        <message>
            <source>Own SQL: point selects on two servers</source>
            <translation>Eigenes SQL: Lesen einzelner Zeilen auf zwei Servern</translation>
        </message>
        <message>
            <source>Own SQL: reads and writes on two servers</source>
            <translation>Eigenes SQL: Lesen und Schreiben auf zwei Servern</translation>
        </message>
        <message>
            <source>Own SQL: updates of an indexed column on two servers</source>
            <translation>Eigenes SQL: Änderungen einer indizierten Spalte auf zwei Servern</translation>
        </message>
        <message>
            <source>Own SQL: your transactions, in pgbench's script language</source>
            <translation>Eigenes SQL: Ihre Transaktionen in der Skriptsprache von pgbench</translation>
        </message>
        <message>
            <source>PDH log</source>
            <translation>PDH-Protokoll</translation>
        </message>
        <message>
            <source>Pacing</source>
            <translation>Takt</translation>
        </message>
        <message>
            <source>Page Down, →</source>
            <translation>Bild ab, →</translation>
        </message>
        <message>
            <source>Page Up, ←</source>
            <translation>Bild auf, ←</translation>
        </message>
        <message>
            <source>Page cache</source>
            <translation>Seitencache</translation>
        </message>
        <message>
            <source>Page saved: {path}</source>
            <translation>Seite gespeichert: {path}</translation>
        </message>
        <message>
            <source>Pages leave the buffer pool within five minutes; of a large pool many more than 300 s are usual.</source>
            <translation>Seiten verlassen den Pufferpool binnen fünf Minuten; bei einem großen Pool sind weit mehr als 300 s üblich.</translation>
        </message>
        <message>
            <source>Parquet files are written by pyarrow, which is not installed here. Install it with: {command}</source>
            <translation>Parquet-Dateien schreibt pyarrow, das hier nicht installiert ist. Installieren Sie es mit: {command}</translation>
        </message>
        <message>
            <source>Part</source>
            <translation>Abschnitt</translation>
        </message>
        <message>
            <source>Part of {name} has stopped</source>
            <translation>Ein Teil von {name} steht</translation>
        </message>
        <message>
            <source>Parts of one run are aligned at their starts.</source>
            <translation>Teile eines Laufs werden an ihrem Beginn ausgerichtet.</translation>
        </message>
        <message>
            <source>Pass</source>
            <translation>Durchgang</translation>
        </message>
        <message>
            <source>Pass shown</source>
            <translation>Der gezeigte Durchgang</translation>
        </message>
        <message>
            <source>Passes</source>
            <translation>Durchgänge</translation>
        </message>
        <message>
            <source>Password</source>
            <translation>Kennwort</translation>
        </message>
        <message>
            <source>Password from</source>
            <translation>Kennwort aus</translation>
        </message>
        <message>
            <source>Password of {name} ({systems})</source>
            <translation>Kennwort von {name} ({systems})</translation>
        </message>
        <message>
            <source>Passwords</source>
            <translation>Kennwörter</translation>
        </message>
        <message>
            <source>Passwords go only to the engine. They are not written to the scenario, the session or a log.</source>
            <translation>Kennwörter gehen nur an die Engine. Sie werden nicht in das Szenario, die Sitzung oder ein Protokoll geschrieben.</translation>
        </message>
        <message>
            <source>Patch level</source>
            <translation>Patchstand</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>Pfad</translation>
        </message>
        <message>
            <source>Path of its Python.</source>
            <translation>Pfad seines Pythons.</translation>
        </message>
        <message>
            <source>Path on the server; on PostgreSQL also the name of a tablespace.</source>
            <translation>Pfad auf dem Server; bei PostgreSQL auch der Name eines Tablespace.</translation>
        </message>
        <message>
            <source>Pattern</source>
            <translation>Muster</translation>
        </message>
        <message>
            <source>Patterns</source>
            <translation>Muster</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>Pause</translation>
        </message>
        <message>
            <source>Pause between a user's operations. 0 = no pause.</source>
            <translation>Pause zwischen den Operationen eines Benutzers. 0 = keine.</translation>
        </message>
        <message>
            <source>Pause between a user's orders. 0 = no pause.</source>
            <translation>Pause zwischen den Bestellungen eines Nutzers. 0 = keine Pause.</translation>
        </message>
        <message>
            <source>Pause between a user's transactions. 0 = no pause.</source>
            <translation>Pause zwischen den Transaktionen eines Nutzers. 0 = keine Pause.</translation>
        </message>
        <message>
            <source>Paused at {time}</source>
            <translation>Angehalten bei {time}</translation>
        </message>
        <message>
            <source>Pauses</source>
            <translation>Pausen</translation>
        </message>
        <message>
            <source>Per order.</source>
            <translation>Je Bestellung.</translation>
        </message>
        <message>
            <source>Per step.</source>
            <translation>Jede Stufe so lange.</translation>
        </message>
        <message>
            <source>Per target.</source>
            <translation>Je Ziel.</translation>
        </message>
        <message>
            <source>Per target. At least twice the drive's cache. “1GB”.</source>
            <translation>Je Ziel. Mindestens das Doppelte des Laufwerkscaches. „1GB“.</translation>
        </message>
        <message>
            <source>Performance Monitor (on Windows)</source>
            <translation>Leistungsüberwachung (unter Windows)</translation>
        </message>
        <message>
            <source>Performance Monitor log (PDH-CSV)</source>
            <translation>Protokoll der Leistungsüberwachung (PDH-CSV)</translation>
        </message>
        <message>
            <source>Picture (*.png)</source>
            <translation>Bild (*.png)</translation>
        </message>
        <message>
            <source>Picture for a slide (PNG)</source>
            <translation>Bild für eine Folie (PNG)</translation>
        </message>
        <message>
            <source>Pictures ({pattern})</source>
            <translation>Bilder ({pattern})</translation>
        </message>
        <message>
            <source>Placement</source>
            <translation>Platzierung</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>Plan</translation>
        </message>
        <message>
            <source>Play</source>
            <translation>Abspielen</translation>
        </message>
        <message>
            <source>Play or pause the recording</source>
            <translation>Die Aufzeichnung abspielen oder anhalten</translation>
        </message>
        <message>
            <source>Play recorded sessions until a visitor arrives</source>
            <translation>Aufgezeichnete Sitzungen abspielen, bis jemand kommt</translation>
        </message>
        <message>
            <source>Playlist order</source>
            <translation>Was gespielt wird, in seiner Reihenfolge</translation>
        </message>
        <message>
            <source>Plays these in a loop in the booth view until F5 starts a live run. A scenario plays its best recording, or runs live each time it comes up.</source>
            <translation>Spielt in der Standansicht eines nach dem anderen, immer im Kreis, bis F5 einen Live-Lauf startet. Von einem Szenario wird seine beste Aufzeichnung gezeigt, oder es läuft live, sooft es an der Reihe ist.</translation>
        </message>
        <message>
            <source>Points</source>
            <translation>Punkte</translation>
        </message>
        <message>
            <source>Port</source>
            <translation>Port</translation>
        </message>
        <message>
            <source>Position in the recording</source>
            <translation>Der gezeigte Augenblick der Aufzeichnung</translation>
        </message>
        <message>
            <source>PostgreSQL</source>
            <translation>PostgreSQL</translation>
        </message>
        <message>
            <source>PostgreSQL and MariaDB</source>
            <translation>PostgreSQL und MariaDB</translation>
        </message>
        <message>
            <source>PostgreSQL at {where} refuses the setting {name} = {value}: {reason}</source>
            <translation>PostgreSQL auf {where} lehnt die Einstellung {name} = {value} ab: {reason}</translation>
        </message>
        <message>
            <source>PostgreSQL can't copy the database while others are connected to it ({reason}); disconnect them</source>
            <translation>PostgreSQL kann die Datenbank nicht kopieren, solange andere mit ihr verbunden sind ({reason}); trennen Sie diese Verbindungen</translation>
        </message>
        <message>
            <source>PostgreSQL can't create the database {database} ({reason}); the user needs the right CREATEDB</source>
            <translation>PostgreSQL kann die Datenbank {database} nicht anlegen ({reason}); der Benutzer braucht das Recht CREATEDB</translation>
        </message>
        <message>
            <source>PostgreSQL can't keep data in the folder {folder} ({reason}); it must be an empty folder on the server that belongs to the server's own account, and the user must be a superuser</source>
            <translation>PostgreSQL kann im Ordner {folder} keine Daten ablegen ({reason}); er muss leer sein, auf dem Server liegen und dessen Konto gehören, und der Benutzer muss Superuser sein</translation>
        </message>
        <message>
            <source>PostgreSQL can't keep data in the folder {folder}: the server finds none</source>
            <translation>PostgreSQL kann im Ordner {folder} keine Daten ablegen: der Server findet ihn nicht</translation>
        </message>
        <message>
            <source>PostgreSQL counts the writes of the whole server, not those of a table or index; rows changed are counted.</source>
            <translation>PostgreSQL zählt die Schreibzugriffe des ganzen Servers, nicht die einer Tabelle oder eines Index; geänderte Zeilen werden gezählt.</translation>
        </message>
        <message>
            <source>PostgreSQL times the reads of a database, not those of a table or index.</source>
            <translation>PostgreSQL misst die Zeit der Lesezugriffe einer Datenbank, nicht die einer Tabelle oder eines Index.</translation>
        </message>
        <message>
            <source>PostgreSQL's ODBC driver can't take {value} as {keyword} (empty, or with a semicolon, brace, quote, or a blank at an end); name it otherwise in the scenario</source>
            <translation>PostgreSQLs ODBC-Treiber kann {value} nicht als {keyword} annehmen (leer, oder mit Semikolon, Klammer, Anführungszeichen oder Leerzeichen am Rand); wählen Sie im Szenario einen anderen Namen</translation>
        </message>
        <message>
            <source>PostgreSQL's own library, libpq, is not on this machine ({reason}). Install it: {advice}; or write transport = "odbc" for all systems</source>
            <translation>PostgreSQLs eigene Bibliothek libpq ist nicht auf diesem Rechner ({reason}). Installieren Sie sie: {advice}; oder schreiben Sie transport = "odbc" für alle Systeme</translation>
        </message>
        <message>
            <source>PostgreSQL, MySQL, MariaDB, SQL Server or SQLite, with the same shop orders</source>
            <translation>PostgreSQL, MySQL, MariaDB, SQL Server oder SQLite, mit denselben Bestellungen</translation>
        </message>
        <message>
            <source>PostgreSQL: what synchronous_commit costs</source>
            <translation>PostgreSQL: was synchronous_commit kostet</translation>
        </message>
        <message>
            <source>Power</source>
            <translation>Leistung</translation>
        </message>
        <message>
            <source>Power idle</source>
            <translation>Leistungsaufnahme im Leerlauf</translation>
        </message>
        <message>
            <source>Power meter</source>
            <translation>Leistungsmesser</translation>
        </message>
        <message>
            <source>Power meter: the time column, or date and time as Date+Time; empty: found by name</source>
            <translation>Bei einem Leistungsmesser: die Spalte der Zeiten, oder Datum und Zeit als Datum+Zeit; leer: am Namen erkannt</translation>
        </message>
        <message>
            <source>Power meter: the watts column, or several as One+Other to add them; empty: found by name</source>
            <translation>Bei einem Leistungsmesser: die Spalte der Watt, oder mehrere als Eine+Andere, die addiert werden; leer: am Namen erkannt</translation>
        </message>
        <message>
            <source>Power meters are added to a session that was measured here, not made of others.</source>
            <translation>Leistungsmesser kommen zu einer Sitzung, die hier gemessen und nicht aus anderen gemacht wurde.</translation>
        </message>
        <message>
            <source>Power saving</source>
            <translation>Energiesparen</translation>
        </message>
        <message>
            <source>Power under load</source>
            <translation>Leistungsaufnahme unter Last</translation>
        </message>
        <message>
            <source>Preparing the databases ended unexpectedly. The details are in {log}.</source>
            <translation>Die Vorbereitung der Datenbanken endete unerwartet. Einzelheiten stehen in {log}.</translation>
        </message>
        <message>
            <source>Presenter</source>
            <translation>Moderation</translation>
        </message>
        <message>
            <source>Presenter's keys</source>
            <translation>Tasten für die Vorführung</translation>
        </message>
        <message>
            <source>Price</source>
            <translation>Preis</translation>
        </message>
        <message>
            <source>Price list</source>
            <translation>Preisliste</translation>
        </message>
        <message>
            <source>Price of one {metric}</source>
            <translation>Preis je {metric}</translation>
        </message>
        <message>
            <source>Processor</source>
            <translation>Prozessor</translation>
        </message>
        <message>
            <source>Processor MHz at most</source>
            <translation>Prozessortakt höchstens, MHz</translation>
        </message>
        <message>
            <source>Processor and memory</source>
            <translation>Prozessor und Speicher</translation>
        </message>
        <message>
            <source>Processor busy</source>
            <translation>Prozessorauslastung</translation>
        </message>
        <message>
            <source>Processor of the machine, %</source>
            <translation>Prozessor des Rechners, %</translation>
        </message>
        <message>
            <source>Processors only (RAPL)</source>
            <translation>Nur Prozessoren (RAPL)</translation>
        </message>
        <message>
            <source>Product</source>
            <translation>Produkt</translation>
        </message>
        <message>
            <source>Profile</source>
            <translation>Profil</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>Fortschritt</translation>
        </message>
        <message>
            <source>Progress of the report</source>
            <translation>Fortschritt des Berichts</translation>
        </message>
        <message>
            <source>Properties</source>
            <translation>Eigenschaften</translation>
        </message>
        <message>
            <source>Pulses</source>
            <translation>Pulse</translation>
        </message>
        <message>
            <source>Put performance_schema = ON under [mysqld] in my.cnf and restart the server.</source>
            <translation>Setzen Sie in my.cnf unter [mysqld] performance_schema = ON und starten Sie den Server neu.</translation>
        </message>
        <message>
            <source>QR code of the link</source>
            <translation>QR-Code des Links</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>Menge</translation>
        </message>
        <message>
            <source>Queries/s</source>
            <translation>Abfragen/s</translation>
        </message>
        <message>
            <source>Query</source>
            <translation>Abfrage</translation>
        </message>
        <message>
            <source>Question</source>
            <translation>Frage</translation>
        </message>
        <message>
            <source>Queue</source>
            <translation>Warteschlange</translation>
        </message>
        <message>
            <source>Queue depth</source>
            <translation>Warteschlangentiefe</translation>
        </message>
        <message>
            <source>Queue depths</source>
            <translation>Warteschlangentiefen</translation>
        </message>
        <message>
            <source>Queue depths 1 to 32, 8 KiB random</source>
            <translation>Warteschlangentiefen 1 bis 32, 8 KiB zufällig</translation>
        </message>
        <message>
            <source>Queue length</source>
            <translation>Warteschlangenlänge</translation>
        </message>
        <message>
            <source>Queue length (outstanding I/Os)</source>
            <translation>Warteschlangenlänge (ausstehende I/Os)</translation>
        </message>
        <message>
            <source>Queue length of reads</source>
            <translation>Warteschlange beim Lesen</translation>
        </message>
        <message>
            <source>Queue length, device</source>
            <translation>Warteschlange, Gerät</translation>
        </message>
        <message>
            <source>Queue length, orders in progress</source>
            <translation>Warteschlange, Bestellungen in Arbeit</translation>
        </message>
        <message>
            <source>Queue length, outstanding I/Os</source>
            <translation>Warteschlange, ausstehende I/Os</translation>
        </message>
        <message>
            <source>Queue length, transactions in progress</source>
            <translation>Warteschlangenlänge, laufende Transaktionen</translation>
        </message>
        <message>
            <source>R shows the live run again</source>
            <translation>R zeigt wieder den laufenden Lauf</translation>
        </message>
        <message>
            <source>RAID and volumes</source>
            <translation>RAID und Volumes</translation>
        </message>
        <message>
            <source>RECORDED</source>
            <translation>AUFZEICHNUNG</translation>
        </message>
        <message>
            <source>RECORDED {date}</source>
            <translation>AUFGEZEICHNET {date}</translation>
        </message>
        <message>
            <source>Race: 10,000 transactions of order entry</source>
            <translation>Rennen: 10.000 Transaktionen der Auftragserfassung</translation>
        </message>
        <message>
            <source>Race: 20,000 orders, two ways to keep them</source>
            <translation>Rennen: 20.000 Bestellungen, auf zwei Arten gesichert</translation>
        </message>
        <message>
            <source>Rack units</source>
            <translation>Höheneinheiten</translation>
        </message>
        <message>
            <source>Raise max_connections, end other programs, or ask for fewer users</source>
            <translation>Erhöhen Sie max_connections, beenden Sie andere Programme, oder verlangen Sie weniger Nutzer</translation>
        </message>
        <message>
            <source>Raise the limit there for whoever logs in (ulimit -n, limits.conf)</source>
            <translation>Erhöhen Sie dort die Grenze für das Konto, das sich anmeldet (ulimit -n, limits.conf)</translation>
        </message>
        <message>
            <source>Random</source>
            <translation>Zufällig</translation>
        </message>
        <message>
            <source>Random and sequential reads and writes on two folders</source>
            <translation>Zufälliges und fortlaufendes Lesen und Schreiben in zwei Ordnern</translation>
        </message>
        <message>
            <source>Random data</source>
            <translation>Zufallsdaten</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>Rate</translation>
        </message>
        <message>
            <source>Ratings of reviews</source>
            <translation>Bewertungen von Rezensionen</translation>
        </message>
        <message>
            <source>Ratio</source>
            <translation>Verhältnis</translation>
        </message>
        <message>
            <source>Re&amp;move</source>
            <translation>Ent&amp;fernen</translation>
        </message>
        <message>
            <source>Read IOPS</source>
            <translation>Lese-IOPS</translation>
        </message>
        <message>
            <source>Read MB/s</source>
            <translation>MB/s lesend</translation>
        </message>
        <message>
            <source>Read MiB/s</source>
            <translation>MiB/s lesend</translation>
        </message>
        <message>
            <source>Read and write on two drives: the figures of drive benchmarks, or rising queue depths</source>
            <translation>Auf zwei Laufwerken lesen und schreiben: die Zahlen der Laufwerk-Benchmarks oder steigende Warteschlangentiefen</translation>
        </message>
        <message>
            <source>Read before you quote a figure</source>
            <translation>Vor dem Zitieren einer Zahl lesen</translation>
        </message>
        <message>
            <source>Read before you quote it: {warning}</source>
            <translation>Vor dem Zitieren lesen: {warning}</translation>
        </message>
        <message>
            <source>Read before you quote it: {warning}, and {count} more</source>
            <translation>Vor dem Zitieren lesen: {warning}, und {count} weitere</translation>
        </message>
        <message>
            <source>Read latency</source>
            <translation>Leselatenz</translation>
        </message>
        <message>
            <source>Read latency ms</source>
            <translation>Leselatenz, ms</translation>
        </message>
        <message>
            <source>Read only</source>
            <translation>Nur lesen</translation>
        </message>
        <message>
            <source>Read only, or make sure that nobody needs it</source>
            <translation>Lesen Sie nur, oder vergewissern Sie sich, dass niemand es braucht</translation>
        </message>
        <message>
            <source>Read queue length</source>
            <translation>Warteschlange beim Lesen</translation>
        </message>
        <message>
            <source>Read the warnings before you compare.</source>
            <translation>Lesen Sie die Warnungen, bevor Sie vergleichen.</translation>
        </message>
        <message>
            <source>Read time</source>
            <translation>Lesezeit</translation>
        </message>
        <message>
            <source>Read-ahead</source>
            <translation>Vorauslesen</translation>
        </message>
        <message>
            <source>Reading the results</source>
            <translation>Ergebnisse werden gelesen</translation>
        </message>
        <message>
            <source>Reading the result…</source>
            <translation>Ergebnis wird gelesen…</translation>
        </message>
        <message>
            <source>Readings lie within {seconds} s of the run, plus what the clocks differ by.</source>
            <translation>Die Messwerte liegen auf {seconds} s genau zum Lauf, dazu der Unterschied der Uhren.</translation>
        </message>
        <message>
            <source>Reads</source>
            <translation>Lesen</translation>
        </message>
        <message>
            <source>Reads and writes as counted by each engine; its cache serves the rest.</source>
            <translation>Lese- und Schreibzugriffe, wie jede Engine sie zählt; alles Übrige beantwortet ihr eigener Cache.</translation>
        </message>
        <message>
            <source>Reads of a disk that keeps up take less; waiting for them is what users of a database feel first.</source>
            <translation>Lesezugriffe einer Platte, die mithält, dauern weniger lang; das Warten darauf spüren Nutzer einer Datenbank zuerst.</translation>
        </message>
        <message>
            <source>Reads of a volume that keeps up take less.</source>
            <translation>Lesezugriffe eines Volumes, das mithält, dauern weniger lang.</translation>
        </message>
        <message>
            <source>Reads of data files in an OLTP load; through the operating system's cache most are far quicker.</source>
            <translation>Lesezugriffe auf Datendateien in einer OLTP-Last; über den Cache des Betriebssystems sind die meisten weit schneller.</translation>
        </message>
        <message>
            <source>Reads per second</source>
            <translation>Lesezugriffe pro Sekunde</translation>
        </message>
        <message>
            <source>Ready to run</source>
            <translation>Bereit zum Lauf</translation>
        </message>
        <message>
            <source>Ready to run: {counts}</source>
            <translation>Bereit zum Lauf: {counts}</translation>
        </message>
        <message>
            <source>Ready to start</source>
            <translation>Startbereit</translation>
        </message>
        <message>
            <source>Ready within</source>
            <translation>Bereit innerhalb</translation>
        </message>
        <message>
            <source>Recent</source>
            <translation>Zuletzt</translation>
        </message>
        <message>
            <source>Reconnects/s</source>
            <translation>Neuverbindungen/s</translation>
        </message>
        <message>
            <source>Recorded as “{title}”</source>
            <translation>Aufgezeichnet als „{title}“</translation>
        </message>
        <message>
            <source>Recorded facts and settings of the systems in this session</source>
            <translation>Aufgezeichnete Fakten und Einstellungen der Systeme dieser Sitzung</translation>
        </message>
        <message>
            <source>Recorded sessions</source>
            <translation>Aufgezeichnete Sitzungen</translation>
        </message>
        <message>
            <source>Recorded with Outpace {version} on {machine}, {begun}</source>
            <translation>Aufgezeichnet mit Outpace {version} auf {machine}, {begun}</translation>
        </message>
        <message>
            <source>Recorded with Outpace {version}, {begun}</source>
            <translation>Aufgezeichnet mit Outpace {version}, {begun}</translation>
        </message>
        <message>
            <source>Recovery model</source>
            <translation>Wiederherstellungsmodell</translation>
        </message>
        <message>
            <source>Recovery model during a run.</source>
            <translation>Wiederherstellungsmodell während eines Laufs.</translation>
        </message>
        <message>
            <source>Redfish</source>
            <translation>Redfish</translation>
        </message>
        <message>
            <source>Redo the last undone change</source>
            <translation>Die zuletzt zurückgenommene Änderung wiederholen</translation>
        </message>
        <message>
            <source>Rehearse</source>
            <translation>Probe</translation>
        </message>
        <message>
            <source>Remember in the keyring of this machine</source>
            <translation>Im Schlüsselbund dieses Rechners merken</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Remove Counter</source>
            <translation>Zähler entfernen</translation>
        </message>
        <message>
            <source>Remove Counters</source>
            <translation>Zähler entfernen</translation>
        </message>
        <message>
            <source>Remove Folder</source>
            <translation>Ordner entfernen</translation>
        </message>
        <message>
            <source>Remove System</source>
            <translation>System entfernen</translation>
        </message>
        <message>
            <source>Remove a user from every system</source>
            <translation>Jedem System einen Nutzer nehmen</translation>
        </message>
        <message>
            <source>Remove it from the loop.</source>
            <translation>Aus der Schleife entfernen.</translation>
        </message>
        <message>
            <source>Remove row {number}</source>
            <translation>Zeile {number} entfernen</translation>
        </message>
        <message>
            <source>Remove the selected counter from the table and the charts</source>
            <translation>Den gewählten Zähler aus Tabelle und Diagrammen nehmen</translation>
        </message>
        <message>
            <source>Remove this row</source>
            <translation>Diese Zeile entfernen</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Umbenennen</translation>
        </message>
        <message>
            <source>Repair it, then start the run again.</source>
            <translation>Beheben, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>Repeat</source>
            <translation>Wiederholung</translation>
        </message>
        <message>
            <source>Repeat the last run with the same settings</source>
            <translation>Den letzten Lauf mit denselben Einstellungen wiederholen</translation>
        </message>
        <message>
            <source>Repeats</source>
            <translation>Wiederholungen</translation>
        </message>
        <message>
            <source>Replaces host, port, user and encryption. Must not contain a password.</source>
            <translation>Statt Rechner, Port, Benutzer und Verschlüsselung. Ohne Kennwort.</translation>
        </message>
        <message>
            <source>Replay</source>
            <translation>Wiedergabe</translation>
        </message>
        <message>
            <source>Replay at</source>
            <translation>Wiedergabe mit</translation>
        </message>
        <message>
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <source>Report written to {folder}: {names}</source>
            <translation>Bericht in {folder} geschrieben: {names}</translation>
        </message>
        <message>
            <source>Report…</source>
            <translation>Bericht…</translation>
        </message>
        <message>
            <source>Requests in the queue</source>
            <translation>Anforderungen in der Warteschlange</translation>
        </message>
        <message>
            <source>Rest</source>
            <translation>Pause</translation>
        </message>
        <message>
            <source>Rest between turns</source>
            <translation>Zwischen zwei Einsätzen</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <source>Result or charts</source>
            <translation>Ergebnis oder Diagramme</translation>
        </message>
        <message>
            <source>Result shown for</source>
            <translation>Ihr Ergebnis bleibt</translation>
        </message>
        <message>
            <source>Results</source>
            <translation>Ergebnisse</translation>
        </message>
        <message>
            <source>Results (*.csv *.tsv *.toml *.txt *.log *.log.* *.json *.xml *.out);;All files (*)</source>
            <translation>Ergebnisse (*.csv *.tsv *.toml *.txt *.log *.log.* *.json *.xml *.out);;Alle Dateien (*)</translation>
        </message>
        <message>
            <source>Results (JSON)</source>
            <translation>Ergebnisse (JSON)</translation>
        </message>
        <message>
            <source>Results per search</source>
            <translation>Treffer je Suche</translation>
        </message>
        <message>
            <source>Return to the time range before the last zoom or move</source>
            <translation>Die Zeit zeigen, die vor dem Vergrößern oder Verschieben zu sehen war</translation>
        </message>
        <message>
            <source>Review searches</source>
            <translation>Suchen nach Rezensionen</translation>
        </message>
        <message>
            <source>Revoke</source>
            <translation>Widerrufen</translation>
        </message>
        <message>
            <source>Rise</source>
            <translation>Anstieg</translation>
        </message>
        <message>
            <source>Rising number of users</source>
            <translation>Immer mehr Nutzer</translation>
        </message>
        <message>
            <source>Rising queue depth</source>
            <translation>Immer mehr I/Os zugleich (Warteschlangentiefen)</translation>
        </message>
        <message>
            <source>Rising rate of orders</source>
            <translation>Immer mehr Bestellungen pro Sekunde</translation>
        </message>
        <message>
            <source>Rollback %</source>
            <translation>Rollbacks, %</translation>
        </message>
        <message>
            <source>Rollback journal</source>
            <translation>Rollback-Journal</translation>
        </message>
        <message>
            <source>Round</source>
            <translation>Runde</translation>
        </message>
        <message>
            <source>Round trip</source>
            <translation>Umlauf</translation>
        </message>
        <message>
            <source>Round trip ms</source>
            <translation>Umlaufzeit, ms</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>Zeilen</translation>
        </message>
        <message>
            <source>Rows by primary key a second on two servers, as in sysbench's oltp_point_select.</source>
            <translation>Über den Primärschlüssel gelesene Zeilen pro Sekunde auf zwei Servern, wie in oltp_point_select von sysbench.</translation>
        </message>
        <message>
            <source>Rows changed</source>
            <translation>Zeilen geändert</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>Starten</translation>
        </message>
        <message>
            <source>Run A&amp;gain</source>
            <translation>Noch e&amp;inmal starten</translation>
        </message>
        <message>
            <source>Run Again</source>
            <translation>Noch einmal</translation>
        </message>
        <message>
            <source>Run This Command</source>
            <translation>Diesen Befehl ausführen</translation>
        </message>
        <message>
            <source>Run a Comparison</source>
            <translation>Einen Vergleich ausführen</translation>
        </message>
        <message>
            <source>Run a scenario: a built-in one, or one of your own</source>
            <translation>Ein mitgeliefertes oder eigenes Szenario ausführen</translation>
        </message>
        <message>
            <source>Run it only if you know what it does and who wrote it. Only this text is allowed, and you are asked every time.</source>
            <translation>Lesen Sie ihn. Führen Sie ihn nur aus, wenn Sie wissen, was er tut und wer ihn geschrieben hat. Nur dieser Text darf laufen, und das Fenster fragt jedes Mal.</translation>
        </message>
        <message>
            <source>Run shown</source>
            <translation>Der gezeigte Lauf</translation>
        </message>
        <message>
            <source>Run the Demo</source>
            <translation>Demo starten</translation>
        </message>
        <message>
            <source>Run the selected scenario &amp;live each time</source>
            <translation>Das gewählte Szenario jedes Mal &amp;live ausführen</translation>
        </message>
        <message>
            <source>Run this scenario…</source>
            <translation>Dieses Szenario ausführen…</translation>
        </message>
        <message>
            <source>Run time</source>
            <translation>Laufzeit</translation>
        </message>
        <message>
            <source>Run {number} · {name}</source>
            <translation>Lauf {number} · {name}</translation>
        </message>
        <message>
            <source>Run {run}</source>
            <translation>Lauf {run}</translation>
        </message>
        <message>
            <source>Run…</source>
            <translation>Starten…</translation>
        </message>
        <message>
            <source>S&amp;how</source>
            <translation>An&amp;zeigen</translation>
        </message>
        <message>
            <source>S&amp;how on Another Screen…</source>
            <translation>Auf anderem Bildschirm zei&amp;gen …</translation>
        </message>
        <message>
            <source>S&amp;how {name}</source>
            <translation>{name} an&amp;zeigen</translation>
        </message>
        <message>
            <source>S&amp;ide Bar</source>
            <translation>Seite&amp;nleiste</translation>
        </message>
        <message>
            <source>S&amp;lower</source>
            <translation>Lan&amp;gsamer</translation>
        </message>
        <message>
            <source>SEQ or RND, block, I/Os under way (Q), threads (T).</source>
            <translation>SEQ oder RND, Block, gleichzeitige I/Os (Q), Threads (T).</translation>
        </message>
        <message>
            <source>SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1</source>
            <translation>SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1</translation>
        </message>
        <message>
            <source>SQL Server</source>
            <translation>SQL Server</translation>
        </message>
        <message>
            <source>SQL Server at {where} refuses the setting {name} = {text}: {reason}</source>
            <translation>SQL Server auf {where} lehnt die Einstellung {name} = {text} ab: {reason}</translation>
        </message>
        <message>
            <source>SQL Server can't write the backup {file} ({reason}); name a folder that its own account may write to as placement.backup</source>
            <translation>SQL Server kann die Sicherung {file} nicht schreiben ({reason}); nennen Sie als placement.backup einen Ordner, in den sein Konto schreiben darf</translation>
        </message>
        <message>
            <source>SQL Server counts the writes of a file, not those of a table or index.</source>
            <translation>SQL Server zählt die Schreibzugriffe einer Datei, nicht die einer Tabelle oder eines Index.</translation>
        </message>
        <message>
            <source>SQL Server only.</source>
            <translation>Nur SQL Server.</translation>
        </message>
        <message>
            <source>SQLIO output</source>
            <translation>SQLIO-Ausgabe</translation>
        </message>
        <message>
            <source>SQLite does not take the native driver ({reason})</source>
            <translation>SQLite nimmt den nativen Treiber nicht an ({reason})</translation>
        </message>
        <message>
            <source>SQLite, embedded</source>
            <translation>SQLite, eingebettet</translation>
        </message>
        <message>
            <source>SQLite: rollback journal and write-ahead log</source>
            <translation>SQLite: Rollback-Journal und Write-ahead-Log</translation>
        </message>
        <message>
            <source>SQLite: two journals under pulses of 64 users</source>
            <translation>SQLite: zwei Journale unter Pulsen von 64 Nutzern</translation>
        </message>
        <message>
            <source>SQLite: two journals, 25 to 200 users</source>
            <translation>SQLite: zwei Journale, 25 bis 200 Nutzer</translation>
        </message>
        <message>
            <source>SQLite: two journals, users within 100 ms</source>
            <translation>SQLite: zwei Journale, Nutzer innerhalb von 100 ms</translation>
        </message>
        <message>
            <source>SQLite: what durability costs</source>
            <translation>SQLite: was Dauerhaftigkeit kostet</translation>
        </message>
        <message>
            <source>STOPPED</source>
            <translation>GESTOPPT</translation>
        </message>
        <message>
            <source>STOPPED after {time}</source>
            <translation>GESTOPPT nach {time}</translation>
        </message>
        <message>
            <source>Safer: tls = "require" or "verify" in the scenario. Allow it only in a network that you trust. Exactly this is remembered on this machine, and you are not asked again.</source>
            <translation>Sicherer: tls = "require" oder "verify" im Szenario. Erlauben Sie das nur in einem Netz, dem Sie vertrauen. Genau das wird auf diesem Rechner gemerkt, und Sie werden nicht noch einmal gefragt.</translation>
        </message>
        <message>
            <source>Same work, one after the other</source>
            <translation>Gleiche Arbeit, nacheinander</translation>
        </message>
        <message>
            <source>Same work, same clock</source>
            <translation>Gleiche Arbeit, gleiche Uhr</translation>
        </message>
        <message>
            <source>Same work, same clock, same scales</source>
            <translation>Gleiche Arbeit, gleiche Uhr, gleiche Skalen</translation>
        </message>
        <message>
            <source>Samples (CSV)</source>
            <translation>Messwerte (CSV)</translation>
        </message>
        <message>
            <source>Samples (Parquet)</source>
            <translation>Messwerte (Parquet)</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>Speichern</translation>
        </message>
        <message>
            <source>Save &amp;As…</source>
            <translation>Speichern &amp;unter…</translation>
        </message>
        <message>
            <source>Save Manifest</source>
            <translation>Manifest speichern</translation>
        </message>
        <message>
            <source>Save Manifest…</source>
            <translation>Manifest speichern…</translation>
        </message>
        <message>
            <source>Save Report…</source>
            <translation>Bericht speichern…</translation>
        </message>
        <message>
            <source>Save Snapshot</source>
            <translation>Schnappschuss speichern</translation>
        </message>
        <message>
            <source>Save and &amp;Run</source>
            <translation>Speichern und s&amp;tarten</translation>
        </message>
        <message>
            <source>Save and Run</source>
            <translation>Speichern und starten</translation>
        </message>
        <message>
            <source>Save as Pa&amp;ge…</source>
            <translation>Als &amp;Webseite speichern …</translation>
        </message>
        <message>
            <source>Save as Page</source>
            <translation>Als Seite speichern</translation>
        </message>
        <message>
            <source>Save the Scenario</source>
            <translation>Szenario speichern</translation>
        </message>
        <message>
            <source>Save the recording so far, with this view, as a file</source>
            <translation>Das bisher Aufgezeichnete und diese Ansicht davon als Datei behalten</translation>
        </message>
        <message>
            <source>Save the scenario first: such a file lies beside it.</source>
            <translation>Speichern Sie erst das Szenario: Eine solche Datei liegt neben ihm.</translation>
        </message>
        <message>
            <source>Save this session as one file for any browser: charts, replay, counters</source>
            <translation>Diese Sitzung als eine Datei für jeden Browser speichern: Diagramme, Wiedergabe, Zähler</translation>
        </message>
        <message>
            <source>Saved as {path}</source>
            <translation>Gespeichert als {path}</translation>
        </message>
        <message>
            <source>Saved with the session in this computer’s library. Lines that begin with “- ” become a list.</source>
            <translation>Wird mit der Sitzung in der Bibliothek dieses Rechners gespeichert. Zeilen, die mit „- “ beginnen, werden eine Liste.</translation>
        </message>
        <message>
            <source>Saved. To run it, first fix what is marked in red.</source>
            <translation>Gespeichert. Es kann noch nicht laufen: was rot markiert ist, muss zuerst berichtigt werden.</translation>
        </message>
        <message>
            <source>Saved: {path}</source>
            <translation>Gespeichert: {path}</translation>
        </message>
        <message>
            <source>Saves a session file, {name}, and a picture for slides, {picture}.{goes_on}</source>
            <translation>Eine eigene Sitzungsdatei, {name}, und ein Bild für eine Folie, {picture}.{goes_on}</translation>
        </message>
        <message>
            <source>Scale</source>
            <translation>Skalierung</translation>
        </message>
        <message>
            <source>Scenario</source>
            <translation>Szenario</translation>
        </message>
        <message>
            <source>Scenario: {title}</source>
            <translation>Szenario: {title}</translation>
        </message>
        <message>
            <source>Scenarios (*.toml)</source>
            <translation>Szenarien (*.toml)</translation>
        </message>
        <message>
            <source>Scenarios ({pattern})</source>
            <translation>Szenarien ({pattern})</translation>
        </message>
        <message>
            <source>Scheduler</source>
            <translation>Scheduler</translation>
        </message>
        <message>
            <source>Screen for the booth view.</source>
            <translation>Wo die Standansicht den Bildschirm füllt.</translation>
        </message>
        <message>
            <source>Screens</source>
            <translation>Bildschirme</translation>
        </message>
        <message>
            <source>Script</source>
            <translation>Skript</translation>
        </message>
        <message>
            <source>Script file</source>
            <translation>Skriptdatei</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Suche</translation>
        </message>
        <message>
            <source>Search &amp;Commands…</source>
            <translation>&amp;Befehle suchen…</translation>
        </message>
        <message>
            <source>Search Commands</source>
            <translation>Befehle suchen</translation>
        </message>
        <message>
            <source>Search objects, instances and counters</source>
            <translation>Suche: Teil eines Objekts, einer Instanz oder eines Zählers</translation>
        </message>
        <message>
            <source>Search the counters</source>
            <translation>Zähler durchsuchen</translation>
        </message>
        <message>
            <source>Search the pages</source>
            <translation>Seiten durchsuchen</translation>
        </message>
        <message>
            <source>Search the sessions</source>
            <translation>Sitzungen durchsuchen</translation>
        </message>
        <message>
            <source>Search title, system, tag, result, date</source>
            <translation>Titel, System, Schlagwort, Ergebnis, Datum suchen</translation>
        </message>
        <message>
            <source>Searches per order</source>
            <translation>Suchen je Bestellung</translation>
        </message>
        <message>
            <source>Seconds added to the file's clock to get the true time, such as -2.5</source>
            <translation>Sekunden, die zur Uhr der Datei addiert die wahre Zeit ergeben, etwa -2.5</translation>
        </message>
        <message>
            <source>Seconds added to the meter's clock to get the true time, such as -2.5</source>
            <translation>Sekunden, die zur Uhr des Messgeräts addiert die wahre Zeit ergeben, etwa -2.5</translation>
        </message>
        <message>
            <source>Sectors</source>
            <translation>Sektoren</translation>
        </message>
        <message>
            <source>See \Engine File(_Total)\Syncs/sec.</source>
            <translation>Siehe \Engine File(_Total)\Syncs/sec.</translation>
        </message>
        <message>
            <source>See what sets the clock there; no good one does that</source>
            <translation>Sehen Sie nach, was dort die Uhr stellt; keine gute tut das</translation>
        </message>
        <message>
            <source>See whether its host is known there, and whether a driver and a route are there</source>
            <translation>Prüfen Sie, ob sein Host dort bekannt ist und ob es dort einen Treiber und eine Route gibt</translation>
        </message>
        <message>
            <source>Seed of the data</source>
            <translation>Startwert der Daten</translation>
        </message>
        <message>
            <source>Seed of the users</source>
            <translation>Startwert der Nutzer</translation>
        </message>
        <message>
            <source>Select all sessions to combine: Ctrl+click, or Shift+Down.</source>
            <translation>Wählen Sie alle Sitzungen, die eine werden sollen: Strg+Klick oder Umschalt+Ab.</translation>
        </message>
        <message>
            <source>Select one session for this.</source>
            <translation>Wählen Sie dafür eine Sitzung.</translation>
        </message>
        <message>
            <source>Send It as the Password</source>
            <translation>Als Kennwort senden</translation>
        </message>
        <message>
            <source>Send These Statements</source>
            <translation>Diese Anweisungen senden</translation>
        </message>
        <message>
            <source>Sequential</source>
            <translation>Sequenziell</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>Sitzung</translation>
        </message>
        <message>
            <source>Session Li&amp;brary</source>
            <translation>Sitzungs&amp;bibliothek</translation>
        </message>
        <message>
            <source>Session Library</source>
            <translation>Sitzungsbibliothek</translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation>Sitzungen</translation>
        </message>
        <message>
            <source>Sessions &amp;Folder</source>
            <translation>Sitzungs&amp;ordner</translation>
        </message>
        <message>
            <source>Sessions and their systems</source>
            <translation>Sitzungen und ihre Systeme</translation>
        </message>
        <message>
            <source>Sessions, in order</source>
            <translation>Sitzungen in ihrer Reihenfolge</translation>
        </message>
        <message>
            <source>Set (Enter)</source>
            <translation>Setzen (Enter)</translation>
        </message>
        <message>
            <source>Set all to the same value, or state it with every result</source>
            <translation>Geben Sie allen gleich viel, oder sagen Sie es bei jedem Ergebnis dazu</translation>
        </message>
        <message>
            <source>Set both clocks by one time server (NTP): the figures don't need it, but logs can't be laid side by side</source>
            <translation>Stellen Sie beide Uhren nach einem Zeitserver (NTP): Die Zahlen brauchen es nicht, aber Protokolle lassen sich sonst nicht nebeneinanderlegen</translation>
        </message>
        <message>
            <source>Set it to stay on in the power settings.</source>
            <translation>In den Energieeinstellungen auf „immer an“ stellen.</translation>
        </message>
        <message>
            <source>Set its resolution to 1920 × 1080.</source>
            <translation>Seine Auflösung auf 1920 × 1080 stellen.</translation>
        </message>
        <message>
            <source>Set logo, title and link for closing cards and the attract loop</source>
            <translation>Logo, Titel und Link für Ergebniskarten und Vorführschleife</translation>
        </message>
        <message>
            <source>Set the display factor of the selected counter</source>
            <translation>Der Faktor, mit dem der gewählte Zähler gezeichnet wird</translation>
        </message>
        <message>
            <source>Set the time range of charts, headline and table</source>
            <translation>Die Zeit, die Diagramme, Schlagzeile und Tabelle zeigen</translation>
        </message>
        <message>
            <source>Set tls = "require" or "off" for all targets: encrypting costs both sides processor time</source>
            <translation>Setzen Sie tls = "require" oder "off" für alle Ziele: Verschlüsseln kostet beide Seiten Prozessorzeit</translation>
        </message>
        <message>
            <source>Set-up</source>
            <translation>Einrichtung</translation>
        </message>
        <message>
            <source>Sets of metrics</source>
            <translation>Sätze von Metriken</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Einstellungen</translation>
        </message>
        <message>
            <source>Settings of each user's session</source>
            <translation>Einstellungen jeder Nutzersitzung</translation>
        </message>
        <message>
            <source>Settle</source>
            <translation>Einschwingen</translation>
        </message>
        <message>
            <source>Shape</source>
            <translation>Form</translation>
        </message>
        <message>
            <source>Share of orders.</source>
            <translation>Anteil der Bestellungen.</translation>
        </message>
        <message>
            <source>Share of reads and writes of all rows down to this one</source>
            <translation>Anteil aller Zeilen bis zu dieser an den Lese- und Schreibzugriffen</translation>
        </message>
        <message>
            <source>Shared scale</source>
            <translation>Gemeinsame Skala</translation>
        </message>
        <message>
            <source>Shelly</source>
            <translation>Shelly</translation>
        </message>
        <message>
            <source>Shorten it: visitors see it in small letters.</source>
            <translation>Kürzen: Besucher sehen ihn sonst klein.</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>Zeigen</translation>
        </message>
        <message>
            <source>Show All Sessions</source>
            <translation>Alle Sitzungen zeigen</translation>
        </message>
        <message>
            <source>Show Passed Checks ({number})</source>
            <translation>Bestandene zeigen ({number})</translation>
        </message>
        <message>
            <source>Show a longer time range</source>
            <translation>Eine längere Zeit zeigen</translation>
        </message>
        <message>
            <source>Show a shorter time range</source>
            <translation>Eine kürzere Zeit zeigen</translation>
        </message>
        <message>
            <source>Show and Revoke…</source>
            <translation>Anzeigen und widerrufen…</translation>
        </message>
        <message>
            <source>Show how the sessions of a comparison differ</source>
            <translation>Zeigen, worin sich die verglichenen Sitzungen unterscheiden</translation>
        </message>
        <message>
            <source>Show in Folder</source>
            <translation>Im Ordner zeigen</translation>
        </message>
        <message>
            <source>Show it at a stand</source>
            <translation>An einem Stand zeigen</translation>
        </message>
        <message>
            <source>Show less time</source>
            <translation>Weniger Zeit zeigen</translation>
        </message>
        <message>
            <source>Show more time</source>
            <translation>Mehr Zeit zeigen</translation>
        </message>
        <message>
            <source>Show on Another Screen</source>
            <translation>Auf einem anderen Bildschirm zeigen</translation>
        </message>
        <message>
            <source>Show or hide the facts about the systems</source>
            <translation>Die Angaben zu den Systemen zeigen oder verbergen</translation>
        </message>
        <message>
            <source>Show or hide the list of events</source>
            <translation>Liste der Ereignisse ein- oder ausblenden</translation>
        </message>
        <message>
            <source>Show several sessions side by side or overlaid</source>
            <translation>Mehrere Sitzungen nebeneinander oder übereinander zeigen</translation>
        </message>
        <message>
            <source>Show the Agents</source>
            <translation>Agenten zeigen</translation>
        </message>
        <message>
            <source>Show the Charts</source>
            <translation>Diagramme zeigen</translation>
        </message>
        <message>
            <source>Show the agents (Ctrl+Shift+A)</source>
            <translation>Die Agenten zeigen (Strg+Umschalt+A)</translation>
        </message>
        <message>
            <source>Show the charts and the counters</source>
            <translation>Die Diagramme und die Zähler zeigen</translation>
        </message>
        <message>
            <source>Show the counter table</source>
            <translation>Die Zählertabelle zeigen</translation>
        </message>
        <message>
            <source>Show the default set of counters</source>
            <translation>Die Standardzähler zeigen</translation>
        </message>
        <message>
            <source>Show the figures of each step against the load</source>
            <translation>Die Werte jeder Stufe über der Last zeigen</translation>
        </message>
        <message>
            <source>Show the folder of recorded sessions</source>
            <translation>Den Ordner der aufgezeichneten Sitzungen zeigen</translation>
        </message>
        <message>
            <source>Show the machines that drive the load, and their clocks</source>
            <translation>Die Rechner zeigen, die die Last erzeugen, und ihre Uhren</translation>
        </message>
        <message>
            <source>Show the picture again</source>
            <translation>Bild wieder zeigen</translation>
        </message>
        <message>
            <source>Show the result, once the run has ended</source>
            <translation>Das Ergebnis zeigen, sobald der Lauf zu Ende ist</translation>
        </message>
        <message>
            <source>Show the systems full screen, for viewers three metres away</source>
            <translation>Die Systeme bildschirmfüllend zeigen, für Menschen in drei Metern Abstand</translation>
        </message>
        <message>
            <source>Show the systems, the plan and the events</source>
            <translation>Systeme, Plan und Ereignisse zeigen</translation>
        </message>
        <message>
            <source>Show the whole session</source>
            <translation>Die ganze Sitzung zeigen</translation>
        </message>
        <message>
            <source>Show the window full screen</source>
            <translation>Das Fenster als Vollbild zeigen</translation>
        </message>
        <message>
            <source>Show this session live in the browsers of one network</source>
            <translation>Diese Sitzung live in den Browsern eines Netzes zeigen</translation>
        </message>
        <message>
            <source>Show version and licence</source>
            <translation>Version und Lizenz</translation>
        </message>
        <message>
            <source>Show what was checked before the run</source>
            <translation>Zeigen, was vor dem Lauf geprüft wurde</translation>
        </message>
        <message>
            <source>Show which tables and indexes caused the I/O, which statements took the time, what was waited for</source>
            <translation>Zeigen, welche Tabellen und Indizes das I/O verursacht haben, welche Anweisungen die Zeit brauchten und worauf gewartet wurde</translation>
        </message>
        <message>
            <source>Shown on closing cards and between the recordings of the attract loop. It stays on this machine.</source>
            <translation>Steht auf den Ergebniskarten und zwischen den Aufzeichnungen der Vorführschleife. Es bleibt auf diesem Rechner.</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Gleichauf</translation>
        </message>
        <message>
            <source>Side by side, in columns</source>
            <translation>Nebeneinander, in Spalten</translation>
        </message>
        <message>
            <source>Simple</source>
            <translation>Einfach</translation>
        </message>
        <message>
            <source>Since</source>
            <translation>Seit</translation>
        </message>
        <message>
            <source>Since the load began.</source>
            <translation>Seit Beginn der Last.</translation>
        </message>
        <message>
            <source>Since the server's statistics were reset, not only this run.</source>
            <translation>Seit der Server zählt, nicht nur dieser Lauf: von davor ist nichts festgehalten.</translation>
        </message>
        <message>
            <source>Since {time}.</source>
            <translation>Seit {time}.</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>Größe</translation>
        </message>
        <message>
            <source>Size of each</source>
            <translation>Größe je Stück</translation>
        </message>
        <message>
            <source>Size of one I/O.</source>
            <translation>Größe eines I/O.</translation>
        </message>
        <message>
            <source>Size of the data</source>
            <translation>Größe der Daten</translation>
        </message>
        <message>
            <source>Size of the file</source>
            <translation>Größe der Datei</translation>
        </message>
        <message>
            <source>Skew</source>
            <translation>Schiefe</translation>
        </message>
        <message>
            <source>Skipped %</source>
            <translation>Ausgelassen, %</translation>
        </message>
        <message>
            <source>Small</source>
            <translation>Klein</translation>
        </message>
        <message>
            <source>Snapshot</source>
            <translation>Schnappschuss</translation>
        </message>
        <message>
            <source>Snapshot saved: {path}</source>
            <translation>Schnappschuss gespeichert: {path}</translation>
        </message>
        <message>
            <source>Snapshot saved: {path}, and its picture {name}</source>
            <translation>Schnappschuss gespeichert: {path}, und sein Bild {name}</translation>
        </message>
        <message>
            <source>Snapshot: {name}</source>
            <translation>Schnappschuss: {name}</translation>
        </message>
        <message>
            <source>Sockets</source>
            <translation>Sockel</translation>
        </message>
        <message>
            <source>Something went wrong in the window ({name}). A run that is recording is not affected. The details are in {log_path}.</source>
            <translation>Im Fenster ist etwas schiefgegangen ({name}). Ein Lauf, der aufzeichnet, ist nicht betroffen. Näheres steht in {log_path}.</translation>
        </message>
        <message>
            <source>Source {number}</source>
            <translation>Quelle {number}</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>Geschwindigkeit</translation>
        </message>
        <message>
            <source>Speed of the replay</source>
            <translation>Geschwindigkeit der Wiedergabe</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>Start</translation>
        </message>
        <message>
            <source>Start Again</source>
            <translation>Neu starten</translation>
        </message>
        <message>
            <source>Start Showing</source>
            <translation>Zeigen</translation>
        </message>
        <message>
            <source>Start a Compa&amp;rison…</source>
            <translation>&amp;Vergleich starten…</translation>
        </message>
        <message>
            <source>Start a race</source>
            <translation>Ein Rennen starten</translation>
        </message>
        <message>
            <source>Start its server, then start the run again.</source>
            <translation>Seinen Server starten, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>Start of each part</source>
            <translation>Beginn jedes Teils</translation>
        </message>
        <message>
            <source>Start of measurement</source>
            <translation>Beginn der Messung</translation>
        </message>
        <message>
            <source>Start of the load: a date and time, a time of day, or seconds after the first row; empty: the first row</source>
            <translation>Wann die Last begann: Datum und Zeit, eine Uhrzeit oder Sekunden nach der ersten Zeile; leer: die erste Zeile</translation>
        </message>
        <message>
            <source>Start the &amp;Live Run</source>
            <translation>&amp;Live-Lauf starten</translation>
        </message>
        <message>
            <source>Start the live run</source>
            <translation>Lauf starten</translation>
        </message>
        <message>
            <source>Start the run</source>
            <translation>Lauf starten</translation>
        </message>
        <message>
            <source>Starting the comparison…</source>
            <translation>Der Vergleich wird gestartet…</translation>
        </message>
        <message>
            <source>Starting the engine…</source>
            <translation>Die Engine startet…</translation>
        </message>
        <message>
            <source>Starts in a moment</source>
            <translation>Gleich geht es los</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Zustand</translation>
        </message>
        <message>
            <source>State it with every result</source>
            <translation>Sagen Sie es bei jedem Ergebnis dazu</translation>
        </message>
        <message>
            <source>State it with every result, or turn it off on all systems</source>
            <translation>Sagen Sie es bei jedem Ergebnis dazu, oder schalten Sie sie auf allen Systemen aus</translation>
        </message>
        <message>
            <source>State it with every result, or use the safe values</source>
            <translation>Sagen Sie es bei jedem Ergebnis dazu, oder stellen Sie die sicheren Werte ein</translation>
        </message>
        <message>
            <source>State of the caches after restoring.</source>
            <translation>Zustand der Caches nach dem Wiederherstellen.</translation>
        </message>
        <message>
            <source>Statement</source>
            <translation>Anweisung</translation>
        </message>
        <message>
            <source>Statements</source>
            <translation>Anweisungen</translation>
        </message>
        <message>
            <source>Statements are recorded at the end of each measured step.</source>
            <translation>Anweisungen werden am Ende jeder gemessenen Stufe aufgezeichnet.</translation>
        </message>
        <message>
            <source>Statements end with a semicolon; :name is a variable.</source>
            <translation>Anweisungen enden mit einem Semikolon; :name ist eine Variable.</translation>
        </message>
        <message>
            <source>Statements of This Scenario</source>
            <translation>Anweisungen dieses Szenarios</translation>
        </message>
        <message>
            <source>Statements within procedures are told beside the call that holds their time.</source>
            <translation>Anweisungen in Prozeduren stehen neben dem Aufruf, der ihre Zeit enthält.</translation>
        </message>
        <message>
            <source>Steady state</source>
            <translation>Eingeschwungener Teil</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <source>Stop &amp;Now</source>
            <translation>&amp;Jetzt stoppen</translation>
        </message>
        <message>
            <source>Stop Showing</source>
            <translation>Nicht mehr zeigen</translation>
        </message>
        <message>
            <source>Stop the Run</source>
            <translation>Lauf stoppen</translation>
        </message>
        <message>
            <source>Stop the run and keep what is recorded; for 5 s you can take it back</source>
            <translation>Lauf stoppen, die Aufzeichnung bleibt; 5 s lang lässt es sich zurücknehmen</translation>
        </message>
        <message>
            <source>Stopped after {time} of measuring: too early for a ratio</source>
            <translation>Nach {time} Messung beendet: zu früh für ein Verhältnis</translation>
        </message>
        <message>
            <source>Stopped by us after {count} of its steps</source>
            <translation>Von uns nach {count} Stufen gestoppt</translation>
        </message>
        <message>
            <source>Stopped by us after {time} of {planned}</source>
            <translation>Von uns nach {time} von {planned} gestoppt</translation>
        </message>
        <message>
            <source>Stopped systems</source>
            <translation>Angehaltene Systeme</translation>
        </message>
        <message>
            <source>Stopped while the agents were being connected.</source>
            <translation>Angehalten, während die Agenten verbunden wurden.</translation>
        </message>
        <message>
            <source>Stopped while the files were being opened.</source>
            <translation>Gestoppt, während die Dateien geöffnet wurden.</translation>
        </message>
        <message>
            <source>Stopped while the users were being connected.</source>
            <translation>Gestoppt, während die Nutzer verbunden wurden.</translation>
        </message>
        <message>
            <source>Stopping in {seconds} s</source>
            <translation>Stopp in {seconds} s</translation>
        </message>
        <message>
            <source>Storage I/O · {patterns} on {file_size} · {cache} · {through}</source>
            <translation>Speicher-I/O · {patterns} auf {file_size} · {cache} · {through}</translation>
        </message>
        <message>
            <source>Storage I/O · {pattern} x {depths} outstanding · {cache} · {through}</source>
            <translation>Speicher-I/O · {pattern} x {depths} ausstehend · {cache} · {through}</translation>
        </message>
        <message>
            <source>Storage I/O · {pattern} · {cache} · {through}</source>
            <translation>Speicher-I/O · {pattern} · {cache} · {through}</translation>
        </message>
        <message>
            <source>Storage I/O: blocks are read and written on drives</source>
            <translation>Speicher-I/O: Blöcke werden auf Laufwerken gelesen und geschrieben</translation>
        </message>
        <message>
            <source>Storage controllers</source>
            <translation>Speichercontroller</translation>
        </message>
        <message>
            <source>Storage: threads x outstanding I/Os per thread, such as 2x1, if the output does not say</source>
            <translation>Bei Speicher: Threads x ausstehende I/Os je Thread, etwa 2x1, wo die Ausgabe sie nicht nennt</translation>
        </message>
        <message>
            <source>Store Password…</source>
            <translation>Kennwort speichern…</translation>
        </message>
        <message>
            <source>Stripe</source>
            <translation>Stripe</translation>
        </message>
        <message>
            <source>Such as /dev/nvme1n1. Read only, unless writing is allowed.</source>
            <translation>Etwa /dev/nvme1n1. Es wird nur gelesen, außer Schreiben ist erlaubt.</translation>
        </message>
        <message>
            <source>Such as http://db1:9100/metrics.</source>
            <translation>Etwa http://db1:9100/metrics.</translation>
        </message>
        <message>
            <source>Such as https://bmc1.</source>
            <translation>Etwa https://bmc1.</translation>
        </message>
        <message>
            <source>Such as synchronous_commit = off.</source>
            <translation>Etwa synchronous_commit = off.</translation>
        </message>
        <message>
            <source>Sum</source>
            <translation>Summe</translation>
        </message>
        <message>
            <source>Summary and conclusion may have {most} characters each.</source>
            <translation>Zusammenfassung und Fazit dürfen je {most} Zeichen haben.</translation>
        </message>
        <message>
            <source>Swap</source>
            <translation>Auslagerungsspeicher</translation>
        </message>
        <message>
            <source>Switch between dark and light colours</source>
            <translation>Dunkle Farben oder helle</translation>
        </message>
        <message>
            <source>Switch to a Recording</source>
            <translation>Zu einer Aufzeichnung</translation>
        </message>
        <message>
            <source>Switch to the recording</source>
            <translation>Zur Aufzeichnung wechseln</translation>
        </message>
        <message>
            <source>Syncs/s</source>
            <translation>Syncs/s</translation>
        </message>
        <message>
            <source>System</source>
            <translation>System</translation>
        </message>
        <message>
            <source>System colours</source>
            <translation>Wie im Betriebssystem</translation>
        </message>
        <message>
            <source>System language</source>
            <translation>Systemsprache</translation>
        </message>
        <message>
            <source>System of {name}</source>
            <translation>System von {name}</translation>
        </message>
        <message>
            <source>System {title}</source>
            <translation>System {title}</translation>
        </message>
        <message>
            <source>Systems</source>
            <translation>Systeme</translation>
        </message>
        <message>
            <source>Systems that share a host or drive slow each other down: let them alternate.</source>
            <translation>Systeme auf einem Rechner oder Laufwerk stören einander: lassen Sie sie abwechseln.</translation>
        </message>
        <message>
            <source>T&amp;o the End</source>
            <translation>Z&amp;um Ende</translation>
        </message>
        <message>
            <source>TLS</source>
            <translation>TLS</translation>
        </message>
        <message>
            <source>TPS</source>
            <translation>TPS</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>Tabelle</translation>
        </message>
        <message>
            <source>Table or index</source>
            <translation>Tabelle oder Index</translation>
        </message>
        <message>
            <source>Tables and indexes</source>
            <translation>Tabellen und Indizes</translation>
        </message>
        <message>
            <source>Tags, separated by commas</source>
            <translation>Schlagwörter, durch Kommas getrennt</translation>
        </message>
        <message>
            <source>Tags…</source>
            <translation>Schlagwörter…</translation>
        </message>
        <message>
            <source>Take Out</source>
            <translation>Herausnehmen</translation>
        </message>
        <message>
            <source>Take Out All</source>
            <translation>Alle herausnehmen</translation>
        </message>
        <message>
            <source>Take a larger file_size to measure the disks</source>
            <translation>Nehmen Sie eine größere file_size, um die Datenträger zu messen</translation>
        </message>
        <message>
            <source>Take a snapshot</source>
            <translation>Schnappschuss sichern</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Target {number}</source>
            <translation>Ziel {number}</translation>
        </message>
        <message>
            <source>Target {number}: {text}</source>
            <translation>Ziel {number}: {text}</translation>
        </message>
        <message>
            <source>Tasmota</source>
            <translation>Tasmota</translation>
        </message>
        <message>
            <source>Temporary folder</source>
            <translation>Temporärer Ordner</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>Testen</translation>
        </message>
        <message>
            <source>Test Again</source>
            <translation>Noch einmal testen</translation>
        </message>
        <message>
            <source>Test and &amp;File beside the Form</source>
            <translation>Test und &amp;Datei neben dem Formular</translation>
        </message>
        <message>
            <source>Test checks everything that could make a run fail or unfair. It changes nothing.</source>
            <translation>Testen prüft alles, was einen Lauf scheitern ließe oder unfair machte. Es verändert nichts.</translation>
        </message>
        <message>
            <source>Test size</source>
            <translation>Testgröße</translation>
        </message>
        <message>
            <source>TestTimeSeconds is almost 0: the run measured nothing</source>
            <translation>TestTimeSeconds ist fast 0: Der Lauf hat nichts gemessen</translation>
        </message>
        <message>
            <source>Testing…</source>
            <translation>Wird getestet…</translation>
        </message>
        <message>
            <source>Text of the marker</source>
            <translation>Text der Markierung</translation>
        </message>
        <message>
            <source>Text of the scenario file</source>
            <translation>Text der Szenariodatei</translation>
        </message>
        <message>
            <source>Text size in the booth view; + and − change it there.</source>
            <translation>Wie groß die Standansicht schreibt; + und − ändern es dort.</translation>
        </message>
        <message>
            <source>That it drives, or is watched for</source>
            <translation>Die er belastet oder für die er beobachtet wird</translation>
        </message>
        <message>
            <source>That it has stopped</source>
            <translation>Dass es steht</translation>
        </message>
        <message>
            <source>That it has stopped, and why</source>
            <translation>Dass es steht, und warum</translation>
        </message>
        <message>
            <source>The accounts of this scenario could not be listed.</source>
            <translation>Die Konten dieses Szenarios ließen sich nicht auflisten.</translation>
        </message>
        <message>
            <source>The agent “{name}” was removed; nothing is driven from it any more.</source>
            <translation>Der Agent „{name}“ wurde entfernt; von ihm kommt keine Last mehr.</translation>
        </message>
        <message>
            <source>The attract loop leaves this out: {why}</source>
            <translation>Die Vorführschleife lässt das aus: {why}</translation>
        </message>
        <message>
            <source>The average is {judged} than the baseline's</source>
            <translation>Der Durchschnitt ist {judged} als der der Basis</translation>
        </message>
        <message>
            <source>The average of a percentile is that of all calls in whole blocks of {seconds} s, {span}; ≥ marks a lower bound.</source>
            <translation>Der Mittelwert eines Perzentils ist das Perzentil aller Aufrufe in ganzen Blöcken von {seconds} s, {span}; ≥ bezeichnet eine untere Grenze.</translation>
        </message>
        <message>
            <source>The baseline of "{title}" is gone: {path}. Put the file back, or set another: outpace baseline set SESSION</source>
            <translation>Die Vergleichssitzung von „{title}“ ist nicht mehr da: {path}. Die Datei ist zurückzulegen, oder eine andere zu setzen: outpace baseline set SITZUNG</translation>
        </message>
        <message>
            <source>The booth screen was disconnected: the booth view waits in a small window and returns with the screen.</source>
            <translation>Der Bildschirm des Stands ist weg: die Standansicht wartet in einem kleinen Fenster und kehrt mit ihm zurück.</translation>
        </message>
        <message>
            <source>The booth screen {name} is not connected</source>
            <translation>Der Standbildschirm {name} ist nicht angeschlossen</translation>
        </message>
        <message>
            <source>The booth view is full screen again.</source>
            <translation>Die Standansicht füllt wieder einen Bildschirm.</translation>
        </message>
        <message>
            <source>The busiest worker's share of one core, and how late workers wake up (p99). Above 70 % of a core, or with a lag above a tenth of the median latency, the driver limits the system.</source>
            <translation>Der Anteil des am stärksten belasteten Arbeitsprozesses an einem Kern, und wie spät Arbeitsprozesse aufwachen (p99). Über 70 % eines Kerns, oder mit einem Verzug über einem Zehntel der Latenz (Median), begrenzt der Lasterzeuger das System.</translation>
        </message>
        <message>
            <source>The columns of its row, one a line.</source>
            <translation>Die Spalten ihrer Zeile, eine je Zeile.</translation>
        </message>
        <message>
            <source>The comparison can't be kept ({reason}). Make room, or choose another folder.</source>
            <translation>Der Vergleich lässt sich nicht speichern ({reason}). Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.</translation>
        </message>
        <message>
            <source>The comparison ended by an error of Outpace's own ({error}). The details are in {log}.</source>
            <translation>Der Vergleich endete durch einen Fehler in Outpace selbst ({error}). Einzelheiten stehen in {log}.</translation>
        </message>
        <message>
            <source>The consents can't be changed: {reason}</source>
            <translation>Die Erlaubnisse lassen sich nicht ändern: {reason}</translation>
        </message>
        <message>
            <source>The databases hold different data: drop those of another version and build them again.</source>
            <translation>Die Datenbanken enthalten unterschiedliche Daten: Löschen Sie die der anderen Version und bauen Sie sie neu auf.</translation>
        </message>
        <message>
            <source>The databases of “{title}” are still being built.</source>
            <translation>Die Datenbanken von „{title}“ werden noch aufgebaut.</translation>
        </message>
        <message>
            <source>The demo full screen, for viewers three metres away; Esc returns</source>
            <translation>Die Demo als Vollbild, für Besucher in drei Metern Abstand; Esc führt zurück</translation>
        </message>
        <message>
            <source>The demo loads two real databases on this computer and shows which one handles more. It needs no server and nothing to set up.</source>
            <translation>Die Demo belastet zwei echte Datenbanken auf diesem Rechner und zeigt, welche mehr bewältigt. Sie braucht keinen Server und keine Einrichtung.</translation>
        </message>
        <message>
            <source>The disk is slow for this load, whatever its IOPS are.</source>
            <translation>Die Platte ist für diese Last langsam, wie hoch ihre IOPS auch sind.</translation>
        </message>
        <message>
            <source>The disk of the session {path} is full. What was recorded before stays; make room and run again.</source>
            <translation>Der Datenträger der Sitzung {path} ist voll. Das bisher Aufgezeichnete bleibt; schaffen Sie Platz und starten Sie den Lauf erneut.</translation>
        </message>
        <message>
            <source>The disk of {path} is full, and its session can't be read from there ({reason}). Make some room, or copy it with its -wal file to another disk.</source>
            <translation>Der Datenträger von {path} ist voll, und die Sitzung lässt sich dort nicht lesen ({reason}). Schaffen Sie etwas Platz, oder kopieren Sie sie mit ihrer -wal-Datei auf einen anderen Datenträger.</translation>
        </message>
        <message>
            <source>The disks below its files tell: those of this machine are watched by themselves, another machine's by an exporter.</source>
            <translation>Die Datenträger unter seinen Dateien sagen es: die dieses Rechners werden von selbst beobachtet, die eines anderen von einem Exporter.</translation>
        </message>
        <message>
            <source>The engine could not be started: {reason}</source>
            <translation>Die Engine konnte nicht gestartet werden: {reason}</translation>
        </message>
        <message>
            <source>The engine ended unexpectedly (status {status}). What it recorded up to then is kept; start it again.</source>
            <translation>Die Engine endete unerwartet (Status {status}). Was sie bis dahin aufgezeichnet hat, bleibt erhalten; starten Sie sie neu.</translation>
        </message>
        <message>
            <source>The engine ended unexpectedly. What it recorded up to then is kept and shown. Start the run again; the window's log has the details.</source>
            <translation>Die Engine endete unerwartet. Was sie bis dahin aufgezeichnet hat, ist behalten und wird gezeigt. Starten Sie den Lauf noch einmal; Näheres steht im Protokoll des Fensters.</translation>
        </message>
        <message>
            <source>The engine ended without closing the session. What it recorded up to then is kept and shown.</source>
            <translation>Die Engine endete, ohne die Sitzung abzuschließen. Was sie bis dahin aufgezeichnet hat, ist behalten und wird gezeigt.</translation>
        </message>
        <message>
            <source>The engine that records this session does not answer, so that this window can't follow it. Open the session again in a moment.</source>
            <translation>Der Prozess, der diese Sitzung aufzeichnet, antwortet nicht; dieses Fenster kann ihr daher nicht folgen. Öffnen Sie die Sitzung gleich noch einmal.</translation>
        </message>
        <message>
            <source>The example's tables and transactions are out: they were not written for your database.</source>
            <translation>Tabellen und Transaktionen des Beispiels sind entfernt: Sie waren nicht für Ihre Datenbank geschrieben.</translation>
        </message>
        <message>
            <source>The existing database: its file, or the folder that holds it alone.</source>
            <translation>Die vorhandene Datenbank: ihre Datei oder der Ordner, in dem nur sie liegt.</translation>
        </message>
        <message>
            <source>The existing one: never dropped, only your statements change it.</source>
            <translation>Die vorhandene: nie gelöscht, nur Ihre Anweisungen ändern sie.</translation>
        </message>
        <message>
            <source>The figure that the systems are compared by: IOPS, price per IOPS, order p95, …</source>
            <translation>Die Zahl, nach der die Systeme verglichen werden: IOPS, price per IOPS, order p95, …</translation>
        </message>
        <message>
            <source>The file is overwritten before a writing load.</source>
            <translation>Die Datei wird vor einer schreibenden Last überschrieben.</translation>
        </message>
        <message>
            <source>The first {shown} of {found}: search for others.</source>
            <translation>Die ersten {shown} von {found}: Suchen Sie nach anderen.</translation>
        </message>
        <message>
            <source>The folder for recordings cannot be read</source>
            <translation>Der Ordner für Aufzeichnungen ist nicht lesbar</translation>
        </message>
        <message>
            <source>The folder {folder} can't be created ({reason}). Choose another one.</source>
            <translation>Der Ordner {folder} lässt sich nicht anlegen ({reason}). Wählen Sie einen anderen.</translation>
        </message>
        <message>
            <source>The folder {folder} for the session {file} does not exist. Create it, or choose another.</source>
            <translation>Den Ordner {folder} für die Sitzung {file} gibt es nicht. Legen Sie ihn an, oder wählen Sie einen anderen.</translation>
        </message>
        <message>
            <source>The folder {folder} is read-only. Choose another one for the session {file}.</source>
            <translation>Der Ordner {folder} ist schreibgeschützt. Wählen Sie für die Sitzung {file} einen anderen.</translation>
        </message>
        <message>
            <source>The form has no fields for these. They stay in the file unchanged.</source>
            <translation>Dafür hat das Formular kein Feld. Es bleibt in der Datei, wie es ist.</translation>
        </message>
        <message>
            <source>The keyring of this machine can't be used ({reason}). Name another source in the scenario: password = "prompt", or "env:" and the name of a variable.</source>
            <translation>Der Schlüsselbund dieses Rechners ist nicht nutzbar ({reason}). Nennen Sie im Szenario eine andere Quelle: password = "prompt", oder "env:" und den Namen einer Variablen.</translation>
        </message>
        <message>
            <source>The keyring of this machine did not answer. Unlock it, and try again.</source>
            <translation>Der Schlüsselbund dieses Rechners hat nicht geantwortet. Entsperren Sie ihn und versuchen Sie es erneut.</translation>
        </message>
        <message>
            <source>The language changes when Outpace is restarted.</source>
            <translation>Die Sprache wechselt mit dem nächsten Start von Outpace.</translation>
        </message>
        <message>
            <source>The latency to keep within the limit.</source>
            <translation>Die Latenz, die unter der Grenze bleibt.</translation>
        </message>
        <message>
            <source>The library also shows the sessions of {folder}</source>
            <translation>Die Bibliothek zeigt auch die Sitzungen von {folder}</translation>
        </message>
        <message>
            <source>The library's index {path} can't be used, so nothing is kept in it. The log says why.</source>
            <translation>Das Verzeichnis der Bibliothek {path} ist nicht benutzbar, darum wird nichts darin behalten. Das Protokoll sagt, warum.</translation>
        </message>
        <message>
            <source>The library's index {path} can't be written ({reason}). The sessions are not affected.</source>
            <translation>Das Verzeichnis der Bibliothek, {path}, lässt sich nicht schreiben ({reason}). Die Sitzungen selbst sind unversehrt.</translation>
        </message>
        <message>
            <source>The licences of some databases and storage products restrict publishing benchmark results. Check yours before you share a report.</source>
            <translation>Die Lizenzen mancher Datenbanken und Speicherprodukte schränken die Veröffentlichung von Messergebnissen ein. Prüfen Sie Ihre, bevor Sie einen Bericht weitergeben.</translation>
        </message>
        <message>
            <source>The licences of some databases restrict publishing benchmark results. Check yours before you publish.</source>
            <translation>Die Lizenzen mancher Datenbanken schränken die Veröffentlichung von Messergebnissen ein. Prüfen Sie Ihre, bevor Sie etwas veröffentlichen.</translation>
        </message>
        <message>
            <source>The link "{link}" is not an https link, like https://example.org/stand.</source>
            <translation>Der Link „{link}“ ist kein https-Link wie https://example.org/stand.</translation>
        </message>
        <message>
            <source>The list of accounts can't be read; is another version of Outpace running?</source>
            <translation>Die Liste der Konten ist nicht lesbar; läuft eine andere Version von Outpace?</translation>
        </message>
        <message>
            <source>The log of the engine has the details.</source>
            <translation>Das Protokoll der Engine hat die Einzelheiten.</translation>
        </message>
        <message>
            <source>The logo has {width} x {height} pixels, {most} a side are allowed. Use a smaller picture.</source>
            <translation>Das Logo hat {width} x {height} Pixel, erlaubt sind {most} je Seite. Nehmen Sie ein kleineres Bild.</translation>
        </message>
        <message>
            <source>The logo is larger than {most} KiB. Use a smaller picture.</source>
            <translation>Das Logo ist größer als {most} KiB. Nehmen Sie ein kleineres Bild.</translation>
        </message>
        <message>
            <source>The logo is neither a whole PNG nor a JPEG picture. Choose another file.</source>
            <translation>Das Logo ist weder ein ganzes PNG- noch ein JPEG-Bild. Wählen Sie eine andere Datei.</translation>
        </message>
        <message>
            <source>The logo {name} is not a plain file name.</source>
            <translation>Das Logo {name} ist kein einfacher Dateiname.</translation>
        </message>
        <message>
            <source>The logo {path} can't be read ({reason}).</source>
            <translation>Das Logo {path} lässt sich nicht lesen ({reason}).</translation>
        </message>
        <message>
            <source>The logo {path} can't be read: {error}</source>
            <translation>Das Logo {path} kann nicht gelesen werden: {error}</translation>
        </message>
        <message>
            <source>The logo {path} is a link or a folder. Put the picture itself beside the scenario.</source>
            <translation>Das Logo {path} ist eine Verknüpfung oder ein Ordner. Legen Sie das Bild selbst neben das Szenario.</translation>
        </message>
        <message>
            <source>The logo {path} is larger than {most} MiB.</source>
            <translation>Das Logo {path} ist größer als {most} MiB.</translation>
        </message>
        <message>
            <source>The logo {path} is neither a PNG nor an SVG picture that can be shown.</source>
            <translation>Das Logo {path} ist weder ein PNG- noch ein SVG-Bild, das gezeigt werden kann.</translation>
        </message>
        <message>
            <source>The loop goes on by itself.</source>
            <translation>Die Schleife läuft von selbst weiter.</translation>
        </message>
        <message>
            <source>The loop is empty</source>
            <translation>Die Schleife ist leer</translation>
        </message>
        <message>
            <source>The machine of {most} is busier than that of {least}: {high} against {low}.</source>
            <translation>Der Rechner von {most} ist stärker belastet als der von {least}: {high} gegen {low}.</translation>
        </message>
        <message>
            <source>The most users at which 95 % of the orders stay within 100 ms.</source>
            <translation>So viele Nutzer, dass 95 % der Bestellungen innerhalb von 100 ms bleiben.</translation>
        </message>
        <message>
            <source>The most users at which an operation takes 100 ms on the mean. Not comparable with TPC-E results.</source>
            <translation>Die meisten Benutzer, bei denen eine Operation im Mittel 100 ms dauert. Nicht mit TPC-E-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>The most users at which nine of ten new orders take less than five seconds. Not comparable with TPC-C results.</source>
            <translation>Die meisten Benutzer, bei denen neun von zehn neuen Aufträgen weniger als fünf Sekunden dauern. Nicht mit TPC-C-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>The most users of three servers at 100 ms on the mean, and their price. Not comparable with TPC-E results.</source>
            <translation>Die meisten Benutzer dreier Server bei 100 ms im Mittel, und ihr Preis. Nicht mit TPC-E-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>The most users within a latency</source>
            <translation>Die meisten Nutzer innerhalb einer Latenz</translation>
        </message>
        <message>
            <source>The native driver was chosen for the run, and here {reason}</source>
            <translation>Für den Lauf ist der native Treiber gewählt, und hier gilt: {reason}</translation>
        </message>
        <message>
            <source>The next run starts soon</source>
            <translation>Der nächste Lauf beginnt bald</translation>
        </message>
        <message>
            <source>The old page is copied before every change.</source>
            <translation>Vor jeder Änderung wird die alte Seite kopiert.</translation>
        </message>
        <message>
            <source>The others are compared with it</source>
            <translation>Die anderen werden mit ihm verglichen</translation>
        </message>
        <message>
            <source>The others get their own sessions.</source>
            <translation>Die anderen laufen in eigenen Sitzungen.</translation>
        </message>
        <message>
            <source>The package that Outpace was installed from has made the entry: look in the start menu.</source>
            <translation>Das Paket, aus dem Outpace installiert wurde, hat den Eintrag angelegt: er ist im Startmenü.</translation>
        </message>
        <message>
            <source>The package that Outpace was installed from removes the entry when it is removed itself.</source>
            <translation>Das Paket, aus dem Outpace installiert wurde, entfernt den Eintrag, wenn es selbst entfernt wird.</translation>
        </message>
        <message>
            <source>The page</source>
            <translation>Die Seite</translation>
        </message>
        <message>
            <source>The page of {path} could not be built.</source>
            <translation>Die Seite zu {path} konnte nicht erstellt werden.</translation>
        </message>
        <message>
            <source>The part of the run that counts.</source>
            <translation>Woraus das Ergebnis entsteht.</translation>
        </message>
        <message>
            <source>The password of {accounts} is not in the keyring. Store it: outpace password {scenario}</source>
            <translation>Das Passwort von {accounts} liegt nicht im Schlüsselbund. Es wird hinterlegt mit: outpace password {scenario}</translation>
        </message>
        <message>
            <source>The passwords are in this machine's keyring.</source>
            <translation>Die Kennwörter sind im Schlüsselbund dieses Rechners.</translation>
        </message>
        <message>
            <source>The passwords were not remembered. {reason}</source>
            <translation>Die Kennwörter wurden nicht gemerkt. {reason}</translation>
        </message>
        <message>
            <source>The picture stands still, recording goes on. Space once more goes on.</source>
            <translation>Das Bild steht, die Aufzeichnung läuft weiter. Nochmals Leertaste fährt fort.</translation>
        </message>
        <message>
            <source>The picture stands still; recording goes on.</source>
            <translation>Das Bild steht; die Aufzeichnung läuft weiter.</translation>
        </message>
        <message>
            <source>The plan limits the latency of "{operation}"; the workload has {known}.</source>
            <translation>Der Plan begrenzt die Latenz von "{operation}"; die Last hat {known}.</translation>
        </message>
        <message>
            <source>The plan “{name}” of this session is not installed here; all figures are complete.</source>
            <translation>Der Plan „{name}“ dieser Sitzung ist hier nicht installiert; ihre Werte sind alle da.</translation>
        </message>
        <message>
            <source>The playlist can't be kept: {error}</source>
            <translation>Die Abspielliste lässt sich nicht speichern: {error}</translation>
        </message>
        <message>
            <source>The playlist has no scenario to run live. Add one.</source>
            <translation>In der Abspielliste ist kein Szenario, das live laufen könnte. Fügen Sie eines hinzu.</translation>
        </message>
        <message>
            <source>The playlist {path} can't be read ({error}). An empty one takes its place.</source>
            <translation>Die Abspielliste {path} lässt sich nicht lesen ({error}). An ihre Stelle tritt eine leere.</translation>
        </message>
        <message>
            <source>The processor is the limit: what is measured now says little of the disks.</source>
            <translation>Der Prozessor ist die Grenze: Was jetzt gemessen wird, sagt wenig über die Platten.</translation>
        </message>
        <message>
            <source>The program that sends the I/Os got too little processor time, so the system may be faster than its figures. Close other programs, ask for fewer outstanding I/Os, or use a machine with more cores.</source>
            <translation>Das Programm, das die I/Os sendet, bekam zu wenig Rechenzeit; das System ist womöglich schneller, als seine Zahlen sagen. Schließen Sie andere Programme, verlangen Sie weniger ausstehende I/Os, oder nehmen Sie einen Rechner mit mehr Kernen.</translation>
        </message>
        <message>
            <source>The program that sends the orders got too little processor time, so the system may be faster than its figures. Close other programs, ask for fewer users, or run the driver on another machine.</source>
            <translation>Das Programm, das die Bestellungen schickt, bekam zu wenig Rechenzeit; das System ist womöglich schneller, als seine Zahlen sagen. Schließen Sie andere Programme, verlangen Sie weniger Nutzer, oder lassen Sie den Lasterzeuger auf einem anderen Rechner laufen.</translation>
        </message>
        <message>
            <source>The queue has no number {number}. See outpace queue list.</source>
            <translation>Die Warteschlange hat keine Nummer {number}. Siehe outpace queue list.</translation>
        </message>
        <message>
            <source>The queue of {folder} is being run by another process. Wait for it, or name another folder.</source>
            <translation>Die Warteschlange von {folder} führt gerade ein anderer Prozess aus. Darauf ist zu warten, oder ein anderer Ordner zu nennen.</translation>
        </message>
        <message>
            <source>The queue of {folder} is empty. Add scenarios to it.</source>
            <translation>Die Warteschlange von {folder} ist leer. Es fehlen Szenarien.</translation>
        </message>
        <message>
            <source>The race ends then at the latest.</source>
            <translation>Dann endet das Rennen spätestens.</translation>
        </message>
        <message>
            <source>The race has not begun.</source>
            <translation>Das Rennen hat nicht begonnen.</translation>
        </message>
        <message>
            <source>The ranking is recorded at the end of the run.</source>
            <translation>Die Rangliste eines Laufs kommt an seinem Ende.</translation>
        </message>
        <message>
            <source>The recording broke off, so nobody can tell whether the run was valid. What was recorded can be opened. Repeat the run before you rely on it.</source>
            <translation>Die Aufzeichnung brach ab: sie hat kein Ende, also sagt nichts, ob der Lauf gültig war. Was bis dahin aufgezeichnet wurde, lässt sich öffnen. Wiederholen Sie den Lauf, bevor Sie sich darauf verlassen.</translation>
        </message>
        <message>
            <source>The recording is kept either way. Open the session to see it again.</source>
            <translation>Die Aufzeichnung bleibt in jedem Fall erhalten. Öffnen Sie die Sitzung, um sie wieder zu sehen.</translation>
        </message>
        <message>
            <source>The remaining customers log in.</source>
            <translation>Die anderen melden sich an.</translation>
        </message>
        <message>
            <source>The report</source>
            <translation>Der Bericht</translation>
        </message>
        <message>
            <source>The rest are writes. A sweep sets this itself.</source>
            <translation>Der Rest ist Schreiben. Eine Messreihe setzt es selbst.</translation>
        </message>
        <message>
            <source>The result is shown</source>
            <translation>Das Ergebnis wird gezeigt</translation>
        </message>
        <message>
            <source>The role pg_monitor may. As an administrator: GRANT pg_monitor TO {user}.</source>
            <translation>Die Rolle pg_monitor darf es. Als Administrator: GRANT pg_monitor TO {user}.</translation>
        </message>
        <message>
            <source>The rule of the spindles plus 2, for one. An array or an SSD serves many at once: use its number of disks plus 2, or leave the rule out.</source>
            <translation>Die Regel „Spindeln plus 2“, für eine. Ein Verbund oder eine SSD bedient viele zugleich: Nehmen Sie die Zahl der Datenträger plus 2, oder lassen Sie die Regel weg.</translation>
        </message>
        <message>
            <source>The run did not start: nothing was recorded.</source>
            <translation>Der Lauf hat nicht begonnen: nichts wurde aufgezeichnet.</translation>
        </message>
        <message>
            <source>The run ended by an error of Outpace's own ({error}); what it recorded is kept. The details are in {log}.</source>
            <translation>Der Lauf endete durch einen Fehler von Outpace selbst ({error}); was er aufgezeichnet hat, bleibt erhalten. Die Einzelheiten stehen in {log}.</translation>
        </message>
        <message>
            <source>The run ended, but its figures are not valid. Open it to see why.</source>
            <translation>Der Lauf kam ans Ende, aber seine Zahlen zählen nicht. Öffnen Sie ihn, um zu lesen, warum.</translation>
        </message>
        <message>
            <source>The run has ended: the marker could not be set.</source>
            <translation>Der Lauf ist zu Ende: Die Markierung konnte nicht gesetzt werden.</translation>
        </message>
        <message>
            <source>The run is being prepared.</source>
            <translation>Der Lauf wird vorbereitet.</translation>
        </message>
        <message>
            <source>The run is recorded without it; a report takes another one with --logo</source>
            <translation>Der Lauf wird ohne es aufgezeichnet; ein Bericht nimmt ein anderes mit --logo</translation>
        </message>
        <message>
            <source>The same number gives the same orders.</source>
            <translation>Dieselbe Zahl macht dieselben Bestellungen.</translation>
        </message>
        <message>
            <source>The same orders from 25 to 200 users: where does each journal stop scaling?</source>
            <translation>Dieselben Bestellungen von 25 bis 200 Nutzern: Ab wann skaliert welches Journal nicht mehr?</translation>
        </message>
        <message>
            <source>The same orders on the same data, both durable. What does the journal cost?</source>
            <translation>Dieselben Bestellungen auf denselben Daten, beide dauerhaft gespeichert. Was kostet das Journal?</translation>
        </message>
        <message>
            <source>The same orders on two servers. Choose a size well above their memory to test the disks.</source>
            <translation>Dieselben Bestellungen auf zwei Servern. Wer die Platten prüfen will, wählt eine Größe weit über ihrem Arbeitsspeicher.</translation>
        </message>
        <message>
            <source>The same orders, kept safe in two ways</source>
            <translation>Dieselben Bestellungen, auf zwei Arten gesichert</translation>
        </message>
        <message>
            <source>The same tables, compact and typed, for pandas and other tools. Needs pyarrow.</source>
            <translation>Dieselben Tabellen, klein und mit Datentypen, für pandas und andere Programme. Braucht pyarrow.</translation>
        </message>
        <message>
            <source>The scenario has changed since this test.</source>
            <translation>Das Szenario hat sich seit diesem Test geändert.</translation>
        </message>
        <message>
            <source>The scenario wants to load this library on this machine, as you, to reach a server:</source>
            <translation>Das Szenario will diese Bibliothek auf diesem Rechner mit Ihren Rechten laden, um einen Server zu erreichen:</translation>
        </message>
        <message>
            <source>The scenario wants to load this library on this machine, to reach a server:</source>
            <translation>Das Szenario will auf diesem Rechner diese Bibliothek laden, um einen Server zu erreichen:</translation>
        </message>
        <message>
            <source>The scenario wants to log in to this machine by ssh, as you, and to run Outpace there:</source>
            <translation>Das Szenario will sich als Sie per ssh an diesem Rechner anmelden und dort Outpace ausführen:</translation>
        </message>
        <message>
            <source>The scenario wants to log in to this server without TLS, so that others on the network may read the password:</source>
            <translation>Das Szenario will sich ohne TLS an diesem Server anmelden, so dass andere im Netz das Kennwort lesen können:</translation>
        </message>
        <message>
            <source>The scenario wants to read this environment variable and send it to this server as a password:</source>
            <translation>Das Szenario will diese Umgebungsvariable lesen und als Kennwort an diesen Server senden:</translation>
        </message>
        <message>
            <source>The scenario wants to run this command on this machine before the load:</source>
            <translation>Das Szenario will vor der Last diesen Befehl auf diesem Rechner ausführen:</translation>
        </message>
        <message>
            <source>The scenario wants to run this command on this machine, as you, before the load:</source>
            <translation>Das Szenario will vor der Last diesen Befehl auf diesem Rechner ausführen, mit Ihren Rechten:</translation>
        </message>
        <message>
            <source>The scenario wants to send these statements of its own to these databases:</source>
            <translation>Das Szenario will diese eigenen Anweisungen an diese Datenbanken senden:</translation>
        </message>
        <message>
            <source>The scenario wants to write to this device, which destroys what is on it:</source>
            <translation>Das Szenario will dieses Gerät beschreiben. Das zerstört, was darauf ist:</translation>
        </message>
        <message>
            <source>The scenario's own ({number})</source>
            <translation>Eigene des Szenarios ({number})</translation>
        </message>
        <message>
            <source>The scenario's own command failed (status {status}): {command}
Its output is in {log}. Fix it, or remove it from [start].</source>
            <translation>Der Befehl des Szenarios ist fehlgeschlagen (Status {status}): {command}
Seine Ausgabe steht in {log}. Beheben Sie den Fehler, oder nehmen Sie den Befehl aus [start].</translation>
        </message>
        <message>
            <source>The scenario's own command was not confirmed: nothing was started.</source>
            <translation>Der Befehl des Szenarios wurde nicht bestätigt: nichts wurde gestartet.</translation>
        </message>
        <message>
            <source>The scenario's request was not allowed; nothing was started.</source>
            <translation>Was das Szenario verlangt, wurde nicht erlaubt: nichts wurde gestartet.</translation>
        </message>
        <message>
            <source>The screen may turn off by itself</source>
            <translation>Der Bildschirm kann von selbst ausgehen</translation>
        </message>
        <message>
            <source>The screen may turn off: this desktop offers no way to prevent that. Check its power settings.</source>
            <translation>Der Bildschirm kann sich abschalten: dieser Desktop bietet keinen Weg, das zu verhindern. Sehen Sie in seine Einstellungen.</translation>
        </message>
        <message>
            <source>The screen stays on</source>
            <translation>Der Bildschirm bleibt an</translation>
        </message>
        <message>
            <source>The server reported no table or index: its statistics are off, or nothing was read or written.</source>
            <translation>Dieser Server nannte keine Tabelle und keinen Index: seine Statistik ist aus, oder nichts wurde gelesen oder geschrieben.</translation>
        </message>
        <message>
            <source>The server's name or address.</source>
            <translation>Name oder Adresse des Servers.</translation>
        </message>
        <message>
            <source>The session continues; click to follow it again</source>
            <translation>Die Sitzung geht weiter; ein Klick folgt ihr wieder</translation>
        </message>
        <message>
            <source>The session is no longer shown.</source>
            <translation>Die Sitzung wird nicht mehr gezeigt.</translation>
        </message>
        <message>
            <source>The session {path} can't be created ({reason}). Choose another folder.</source>
            <translation>Die Sitzung {path} lässt sich nicht anlegen ({reason}). Wählen Sie einen anderen Ordner.</translation>
        </message>
        <message>
            <source>The session {path} can't be written any more ({reason}). What was recorded before stays; check its disk.</source>
            <translation>Die Sitzung {path} lässt sich nicht mehr schreiben ({reason}). Das bisher Aufgezeichnete bleibt; prüfen Sie den Datenträger.</translation>
        </message>
        <message>
            <source>The session {path} was {what} while it was recorded, and what was recorded could not be saved among your sessions ({reason}). The run has ended; make room there, and run again.</source>
            <translation>Die Sitzung {path} wurde während der Aufzeichnung {what}, und das Aufgezeichnete konnte nicht bei Ihren Sitzungen gespeichert werden ({reason}). Der Lauf ist beendet; schaffen Sie dort Platz und starten Sie ihn erneut.</translation>
        </message>
        <message>
            <source>The session {path} was {what} while it was recorded. The run has ended; what was recorded is in {saved}. Run again to measure the rest.</source>
            <translation>Die Sitzung {path} wurde während der Aufzeichnung {what}. Der Lauf ist beendet; das Aufgezeichnete ist in {saved}. Starten Sie den Lauf erneut, um den Rest zu messen.</translation>
        </message>
        <message>
            <source>The snapshot {new} can't be created ({reason}). The session is not affected.</source>
            <translation>Der Schnappschuss {new} lässt sich nicht anlegen ({reason}). Die Sitzung ist unversehrt.</translation>
        </message>
        <message>
            <source>The source was removed.</source>
            <translation>Die Quelle wurde entfernt.</translation>
        </message>
        <message>
            <source>The start</source>
            <translation>Der Start</translation>
        </message>
        <message>
            <source>The system is about to page, and every latency with it.</source>
            <translation>Das System beginnt bald auszulagern, und mit ihm steigt jede Latenz.</translation>
        </message>
        <message>
            <source>The system these results belong to; empty: named like the file. Totals name theirs themselves</source>
            <translation>Das System, zu dem diese Ergebnisse gehören; leer: es heißt wie die Datei. Gesamtwerte nennen ihre selbst</translation>
        </message>
        <message>
            <source>The system whose power it is; several logs of one system are added up</source>
            <translation>Das System, dessen Leistung es ist; mehrere Protokolle eines Systems werden addiert</translation>
        </message>
        <message>
            <source>The systems become System A, System B. Company, logo, findings, events, thresholds and markers are left out as well. Facts that you typed stay: read the report before you share it.</source>
            <translation>Die Systeme heißen System A, System B. Auch Firma, Logo, Befunde, Ereignisse, Schwellenwerte und Markierungen fehlen. Eingetragene Angaben bleiben stehen: Lesen Sie den Bericht, bevor Sie ihn weitergeben.</translation>
        </message>
        <message>
            <source>The target was removed.</source>
            <translation>Das Ziel wurde entfernt.</translation>
        </message>
        <message>
            <source>The test failed</source>
            <translation>Es konnte nicht getestet werden</translation>
        </message>
        <message>
            <source>The test file needs {needed}; {free} are free.</source>
            <translation>{needed} braucht die Datei des Tests, {free} sind frei.</translation>
        </message>
        <message>
            <source>The time column, or date and time as Date+Time; empty: found by name</source>
            <translation>Die Zeitspalte, oder Datum und Zeit als Datum+Zeit; leer: am Namen erkannt</translation>
        </message>
        <message>
            <source>The transactions change nothing.</source>
            <translation>Die Transaktionen ändern nichts.</translation>
        </message>
        <message>
            <source>The virtual machine, server or database of the system; of a power meter the part that it feeds</source>
            <translation>Die virtuelle Maschine, der Server oder die Datenbank des Systems; bei einem Leistungsmesser das Teil, das er versorgt</translation>
        </message>
        <message>
            <source>The volume is slow for this load, whatever its IOPS are.</source>
            <translation>Das Volume ist für diese Last langsam, wie hoch seine IOPS auch sind.</translation>
        </message>
        <message>
            <source>The watts column, or several as One+Other to add them; empty: found by name</source>
            <translation>Die Watt-Spalte, oder mehrere als Eine+Andere, um sie zu addieren; leer: am Namen erkannt</translation>
        </message>
        <message>
            <source>The whole run time</source>
            <translation>Die ganze Laufzeit</translation>
        </message>
        <message>
            <source>The workload “{name}” of this session is not installed here; all figures are complete.</source>
            <translation>Die Last „{name}“ dieser Sitzung ist hier nicht installiert; ihre Werte sind alle da.</translation>
        </message>
        <message>
            <source>Their names, separated by commas.</source>
            <translation>Ihre Namen, durch Kommas getrennt.</translation>
        </message>
        <message>
            <source>Their recorded settings and facts are the same.</source>
            <translation>Ihre aufgezeichneten Einstellungen und Fakten sind gleich.</translation>
        </message>
        <message>
            <source>Then halved until exact.</source>
            <translation>Dann halbiert, bis es genau ist.</translation>
        </message>
        <message>
            <source>Then random writes until steady state.</source>
            <translation>Zufälliges Schreiben folgt, bis es eingeschwungen ist.</translation>
        </message>
        <message>
            <source>There is no recording of this comparison yet.</source>
            <translation>Von diesem Vergleich gibt es noch keine Aufzeichnung.</translation>
        </message>
        <message>
            <source>There is no slide: nothing was measured.</source>
            <translation>Es gibt keine Folie: Es wurde nichts gemessen.</translation>
        </message>
        <message>
            <source>There is one screen only</source>
            <translation>Es gibt nur einen Bildschirm</translation>
        </message>
        <message>
            <source>These results are totals only, without a time series.
Ctrl+R writes a report of them.</source>
            <translation>Diese Ergebnisse kamen als Summen: über der Zeit gibt es nichts zu zeichnen.
Strg+R schreibt einen Bericht darüber.</translation>
        </message>
        <message>
            <source>Theta</source>
            <translation>Theta</translation>
        </message>
        <message>
            <source>They take turns, compared at the end</source>
            <translation>Sie wechseln sich ab, verglichen wird am Ende</translation>
        </message>
        <message>
            <source>Think time</source>
            <translation>Denkzeit</translation>
        </message>
        <message>
            <source>This Curve</source>
            <translation>Diese Kurve</translation>
        </message>
        <message>
            <source>This comparison is deleted when you close it.</source>
            <translation>Dieser Vergleich wird gelöscht, wenn Sie ihn schließen.</translation>
        </message>
        <message>
            <source>This file was changed after its recording: its figures are no longer those that were sealed at the end. Don't rely on it. Take another copy of the file, or repeat the run.</source>
            <translation>Diese Datei wurde nach ihrer Aufzeichnung geändert: ihre Zahlen sind nicht mehr die am Ende versiegelten. Verlassen Sie sich nicht darauf. Nehmen Sie eine andere Kopie der Datei oder wiederholen Sie den Lauf.</translation>
        </message>
        <message>
            <source>This is the newest version: {own} (the address names {version}).</source>
            <translation>Das ist die neueste Version: {own} (die Adresse nennt {version}).</translation>
        </message>
        <message>
            <source>This machine is a limit</source>
            <translation>Dieser Rechner ist der Engpass</translation>
        </message>
        <message>
            <source>This machine is too slow for its systems</source>
            <translation>Dieser Rechner ist zu langsam für die Systeme</translation>
        </message>
        <message>
            <source>This machine’s hardware is captured anyway. What you state here goes before it.</source>
            <translation>Die Hardware dieses Rechners wird ohnehin erfasst. Was hier angegeben wird, geht vor.</translation>
        </message>
        <message>
            <source>This run did not start</source>
            <translation>Dieser Lauf hat nicht begonnen</translation>
        </message>
        <message>
            <source>This run is not valid</source>
            <translation>Dieser Lauf ist nicht gültig</translation>
        </message>
        <message>
            <source>This run makes no comparison.</source>
            <translation>Dieser Lauf ergibt keinen Vergleich.</translation>
        </message>
        <message>
            <source>This run was started elsewhere. This window only watches; closing it does not stop the run.</source>
            <translation>Dieser Lauf wurde anderswo gestartet. Hier sehen Sie zu: Wenn Sie dieses Fenster schließen, läuft er weiter.</translation>
        </message>
        <message>
            <source>This session is being recorded. Open it to watch; it can't be deleted now.</source>
            <translation>Eine Engine zeichnet diese Sitzung auf. Öffnen Sie sie, um zuzusehen; jetzt kann sie nicht gelöscht werden.</translation>
        </message>
        <message>
            <source>This session is no longer being recorded.</source>
            <translation>Keine Engine zeichnet diese Sitzung noch auf.</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>Threads</translation>
        </message>
        <message>
            <source>Thresholds</source>
            <translation>Schwellenwerte</translation>
        </message>
        <message>
            <source>Thresholds that are marked</source>
            <translation>Markierte Schwellenwerte</translation>
        </message>
        <message>
            <source>Thresholds…</source>
            <translation>Schwellenwerte…</translation>
        </message>
        <message>
            <source>Throughput</source>
            <translation>Durchsatz</translation>
        </message>
        <message>
            <source>Throughput of I/O</source>
            <translation>I/O-Durchsatz</translation>
        </message>
        <message>
            <source>Throughput of both systems of the demo</source>
            <translation>Durchsatz beider Systeme der Demo</translation>
        </message>
        <message>
            <source>Time column</source>
            <translation>Zeitspalte</translation>
        </message>
        <message>
            <source>Time limit</source>
            <translation>Zeitgrenze</translation>
        </message>
        <message>
            <source>Time limit for the databases after that command.</source>
            <translation>Zeit, in der die Datenbanken nach diesem Befehl bereit sein müssen.</translation>
        </message>
        <message>
            <source>Time of a transfer</source>
            <translation>Zeit je Transfer</translation>
        </message>
        <message>
            <source>Time range</source>
            <translation>Zeitbereich</translation>
        </message>
        <message>
            <source>Time to finish</source>
            <translation>Zeit bis zum Ziel</translation>
        </message>
        <message>
            <source>Time to {count} I/Os</source>
            <translation>Zeit bis {count} I/Os</translation>
        </message>
        <message>
            <source>Time to {count} orders</source>
            <translation>Zeit bis {count} Bestellungen</translation>
        </message>
        <message>
            <source>Time to {count} transactions</source>
            <translation>Zeit bis {count} Transaktionen</translation>
        </message>
        <message>
            <source>Time zone</source>
            <translation>Zeitzone</translation>
        </message>
        <message>
            <source>Title</source>
            <translation>Titel</translation>
        </message>
        <message>
            <source>To</source>
            <translation>Bis</translation>
        </message>
        <message>
            <source>To t&amp;he Start</source>
            <translation>Zum An&amp;fang</translation>
        </message>
        <message>
            <source>Together</source>
            <translation>Zugleich</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>Werkzeug</translation>
        </message>
        <message>
            <source>Tools</source>
            <translation>Werkzeuge</translation>
        </message>
        <message>
            <source>Total time</source>
            <translation>Gesamtzeit</translation>
        </message>
        <message>
            <source>Totals, or each target</source>
            <translation>Summen oder jedes Ziel</translation>
        </message>
        <message>
            <source>Trading days</source>
            <translation>Handelstage</translation>
        </message>
        <message>
            <source>Transaction response time, maximum</source>
            <translation>Antwortzeit der Transaktionen, Maximum</translation>
        </message>
        <message>
            <source>Transaction response time, median</source>
            <translation>Antwortzeit der Transaktionen, Median</translation>
        </message>
        <message>
            <source>Transaction response time, p95</source>
            <translation>Antwortzeit der Transaktionen, p95</translation>
        </message>
        <message>
            <source>Transaction response time, p99</source>
            <translation>Antwortzeit der Transaktionen, p99</translation>
        </message>
        <message>
            <source>Transactions</source>
            <translation>Transaktionen</translation>
        </message>
        <message>
            <source>Transactions a second of 14 reads and 4 writes on two servers, as in sysbench's oltp_read_write.</source>
            <translation>Transaktionen pro Sekunde mit je 14 Lese- und 4 Schreibzugriffen auf zwei Servern, wie in oltp_read_write von sysbench.</translation>
        </message>
        <message>
            <source>Transactions a second on two servers, as in pgbench's tpcb-like. Not comparable with TPC-B results.</source>
            <translation>Transaktionen pro Sekunde auf zwei Servern, wie in tpcb-like von pgbench. Nicht mit TPC-B-Ergebnissen vergleichbar.</translation>
        </message>
        <message>
            <source>Transactions at the first warehouse.</source>
            <translation>Transaktionen im ersten Lager.</translation>
        </message>
        <message>
            <source>Transactions in progress</source>
            <translation>Laufende Transaktionen</translation>
        </message>
        <message>
            <source>Transactions per minute</source>
            <translation>Transaktionen pro Minute</translation>
        </message>
        <message>
            <source>Transactions per second</source>
            <translation>Transaktionen pro Sekunde</translation>
        </message>
        <message>
            <source>Transparent huge pages</source>
            <translation>Transparente große Seiten</translation>
        </message>
        <message>
            <source>Trims</source>
            <translation>Trims</translation>
        </message>
        <message>
            <source>Turbo</source>
            <translation>Turbo</translation>
        </message>
        <message>
            <source>Two drives under pulses of I/O</source>
            <translation>Zwei Laufwerke unter I/O-Pulsen</translation>
        </message>
        <message>
            <source>Two drives, 1 to 32 outstanding</source>
            <translation>Zwei Laufwerke, 1 bis 32 ausstehende I/Os</translation>
        </message>
        <message>
            <source>Two drives, SEQ1M and RND4K</source>
            <translation>Zwei Laufwerke, SEQ1M und RND4K</translation>
        </message>
        <message>
            <source>Two hosts, four virtual machines each</source>
            <translation>Zwei Hosts, je vier virtuelle Maschinen</translation>
        </message>
        <message>
            <source>Two report formats can't go to the same file. Choose another name for one of them.</source>
            <translation>Zwei Formen des Berichts können nicht in dieselbe Datei. Wählen Sie für eine davon einen anderen Namen.</translation>
        </message>
        <message>
            <source>Two servers, eight clients</source>
            <translation>Zwei Server, acht Clients</translation>
        </message>
        <message>
            <source>Two systems side by side, live: the same workload on both, on one clock.</source>
            <translation>Zwei Systeme nebeneinander, live: dieselbe Last auf beiden, nach einer Uhr.</translation>
        </message>
        <message>
            <source>Two systems side by side, under the same work</source>
            <translation>Zwei Systeme nebeneinander, bei derselben Arbeit</translation>
        </message>
        <message>
            <source>Two systems,
the same work,
side by side</source>
            <translation>Zwei Systeme,
dieselbe Arbeit,
Seite an Seite</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Art</translation>
        </message>
        <message>
            <source>Type the sign, a comma or a point, into the column Decimal sign.</source>
            <translation>Tragen Sie das Zeichen, Komma oder Punkt, in die Spalte Dezimalzeichen ein.</translation>
        </message>
        <message>
            <source>Under load on each step before measuring.</source>
            <translation>Auf jeder Stufe unter Last, bevor gemessen wird.</translation>
        </message>
        <message>
            <source>Under load, not counted yet.</source>
            <translation>Unter Last, noch nicht gezählt.</translation>
        </message>
        <message>
            <source>Under the first load, not counted yet.</source>
            <translation>Unter der ersten Last, noch nicht gezählt.</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <source>Undo the last change or deletion</source>
            <translation>Die letzte Änderung oder Löschung zurücknehmen</translation>
        </message>
        <message>
            <source>Uniform</source>
            <translation>Gleichverteilt</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Einheit</translation>
        </message>
        <message>
            <source>Unit price</source>
            <translation>Einzelpreis</translation>
        </message>
        <message>
            <source>Unreachable since {from_s} s</source>
            <translation>Nicht erreichbar seit {from_s} s</translation>
        </message>
        <message>
            <source>Updates of an indexed column a second on two servers, as in sysbench's oltp_update_index.</source>
            <translation>Änderungen einer indizierten Spalte pro Sekunde auf zwei Servern, wie in oltp_update_index von sysbench.</translation>
        </message>
        <message>
            <source>Upgrade it to {product} {wanted} or later</source>
            <translation>Aktualisieren Sie ihn auf {product} {wanted} oder neuer</translation>
        </message>
        <message>
            <source>Use a larger database or give the engine less memory to test the disks</source>
            <translation>Bauen Sie eine größere Datenbank auf, oder geben Sie der Engine weniger Speicher, um die Datenträger zu prüfen</translation>
        </message>
        <message>
            <source>Use devices of their own, or order = "alternating"</source>
            <translation>Verwenden Sie eigene Geräte, oder order = "alternating"</translation>
        </message>
        <message>
            <source>Use the system's cache</source>
            <translation>Cache des Systems benutzen</translation>
        </message>
        <message>
            <source>Use write_pattern = "incompressible" to measure the drive</source>
            <translation>Nehmen Sie write_pattern = "incompressible", um das Laufwerk zu messen</translation>
        </message>
        <message>
            <source>User</source>
            <translation>Benutzer</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Nutzer</translation>
        </message>
        <message>
            <source>Users begin</source>
            <translation>Nutzer beginnen</translation>
        </message>
        <message>
            <source>Users started per second, one after the other.</source>
            <translation>Einer nach dem anderen, so viele pro Sekunde.</translation>
        </message>
        <message>
            <source>Users, or I/Os under way</source>
            <translation>Nutzer oder ausstehende I/Os</translation>
        </message>
        <message>
            <source>Value {number}</source>
            <translation>Wert {number}</translation>
        </message>
        <message>
            <source>Values</source>
            <translation>Werte</translation>
        </message>
        <message>
            <source>Values (*.csv)</source>
            <translation>Werte (*.csv)</translation>
        </message>
        <message>
            <source>Values that counters should not pass for some time; they are marked, and change no result.</source>
            <translation>Werte, jenseits derer Zähler nicht länger bleiben sollten; sie werden markiert und ändern kein Ergebnis.</translation>
        </message>
        <message>
            <source>Variables</source>
            <translation>Variablen</translation>
        </message>
        <message>
            <source>Vendor</source>
            <translation>Hersteller</translation>
        </message>
        <message>
            <source>Verify</source>
            <translation>Prüfen</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>Version</translation>
        </message>
        <message>
            <source>Version 14 does.</source>
            <translation>Version 14 tut es.</translation>
        </message>
        <message>
            <source>Version 16 does.</source>
            <translation>Version 16 tut es.</translation>
        </message>
        <message>
            <source>Version 16 does. The disks below its files tell too: those of this machine are watched by themselves, another machine's by an exporter.</source>
            <translation>Version 16 tut es. Auch die Datenträger unter seinen Dateien sagen es: die dieses Rechners werden von selbst beobachtet, die eines anderen von einem Exporter.</translation>
        </message>
        <message>
            <source>Version text</source>
            <translation>Versionstext</translation>
        </message>
        <message>
            <source>Version {version} is there; this is {own}.</source>
            <translation>Es gibt Version {version}; dies ist {own}.</translation>
        </message>
        <message>
            <source>View &amp;All</source>
            <translation>&amp;Alles zeigen</translation>
        </message>
        <message>
            <source>Virtualisation</source>
            <translation>Virtualisierung</translation>
        </message>
        <message>
            <source>Visitors see a black screen.</source>
            <translation>Besucher sehen einen schwarzen Bildschirm.</translation>
        </message>
        <message>
            <source>Visitors then see the best recorded run, marked as recorded. Page Down does the same now.</source>
            <translation>Besucher sehen dann den besten aufgezeichneten Lauf, als Aufzeichnung gekennzeichnet. Bild ab tut jetzt dasselbe.</translation>
        </message>
        <message>
            <source>Wait</source>
            <translation>Wartegrund</translation>
        </message>
        <message>
            <source>Wait a moment: it may come back. Otherwise check its server, then start the run again.</source>
            <translation>Einen Moment warten: Es kann zurückkommen. Sonst den Server prüfen, dann den Lauf neu starten.</translation>
        </message>
        <message>
            <source>Wait for disk</source>
            <translation>Warten auf Platte</translation>
        </message>
        <message>
            <source>Waits</source>
            <translation>Wartezeiten</translation>
        </message>
        <message>
            <source>Waits are recorded at the end of each measured step.</source>
            <translation>Wartezeiten werden am Ende jeder gemessenen Stufe aufgezeichnet.</translation>
        </message>
        <message>
            <source>Warehouse</source>
            <translation>Lager</translation>
        </message>
        <message>
            <source>Warehouses, “8W”, or a size of 100 MB each: “10MB”, “250GB”.</source>
            <translation>Lager, „8W“, oder eine Größe zu je 100 MB: „10MB“, „250GB“.</translation>
        </message>
        <message>
            <source>Warm (after warm-up)</source>
            <translation>Warm (nach dem Aufwärmen)</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>Aufwärmen</translation>
        </message>
        <message>
            <source>Warming up</source>
            <translation>Aufwärmphase</translation>
        </message>
        <message>
            <source>Watts</source>
            <translation>Watt</translation>
        </message>
        <message>
            <source>Watts columns</source>
            <translation>Watt-Spalten</translation>
        </message>
        <message>
            <source>Web page (HTML)</source>
            <translation>Webseite (HTML)</translation>
        </message>
        <message>
            <source>Web pages (*.html)</source>
            <translation>Webseiten (*.html)</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Gewicht</translation>
        </message>
        <message>
            <source>What</source>
            <translation>Was</translation>
        </message>
        <message>
            <source>What Differs</source>
            <translation>Was sich unterscheidet</translation>
        </message>
        <message>
            <source>What a commit survives.</source>
            <translation>Wie ein Commit einen Stromausfall übersteht.</translation>
        </message>
        <message>
            <source>What differs</source>
            <translation>Was sich unterscheidet</translation>
        </message>
        <message>
            <source>What differs between the sessions</source>
            <translation>Was sich zwischen den Sitzungen unterscheidet</translation>
        </message>
        <message>
            <source>What is shown</source>
            <translation>Was gezeigt wird</translation>
        </message>
        <message>
            <source>What it feeds, where a system has several.</source>
            <translation>Was er speist, wenn ein System mehrere hat.</translation>
        </message>
        <message>
            <source>What the comparison is to answer, in one sentence.</source>
            <translation>Was herausgefunden werden soll, in einem Satz.</translation>
        </message>
        <message>
            <source>What the meter feeds, such as server or storage; empty: the name of the file</source>
            <translation>Was das Messgerät versorgt, etwa Server oder Speicher; leer: der Name der Datei</translation>
        </message>
        <message>
            <source>What the server's sessions waited for while it was measured.</source>
            <translation>Worauf die Sitzungen des Servers während der Messung warteten.</translation>
        </message>
        <message>
            <source>What to do</source>
            <translation>Was zu tun ist</translation>
        </message>
        <message>
            <source>What visitors see</source>
            <translation>Was Besucher sehen</translation>
        </message>
        <message>
            <source>What visitors see of a system that has stopped.</source>
            <translation>Was Besucher von einem System sehen, das steht.</translation>
        </message>
        <message>
            <source>What visitors see · {screen}</source>
            <translation>Was Besucher sehen · {screen}</translation>
        </message>
        <message>
            <source>What visitors see, the next key, what is wrong, and your notes, on your own screen</source>
            <translation>Was Besucher sehen, die nächste Taste, was nicht stimmt und Ihre Notizen, auf Ihrem eigenen Bildschirm</translation>
        </message>
        <message>
            <source>What was tested</source>
            <translation>Was getestet wurde</translation>
        </message>
        <message>
            <source>What was written is compared when it is read again.</source>
            <translation>Geschriebenes wird verglichen, wenn es wieder gelesen wird.</translation>
        </message>
        <message>
            <source>What you have allowed scenarios on this machine.</source>
            <translation>Was Sie Szenarien auf diesem Rechner erlaubt haben.</translation>
        </message>
        <message>
            <source>What you have allowed scenarios on this machine. What you revoke here is asked for again when needed.</source>
            <translation>Was Sie Szenarien auf diesem Rechner erlaubt haben. Was Sie hier widerrufen, wird bei Bedarf wieder gefragt.</translation>
        </message>
        <message>
            <source>When a user's next order starts.</source>
            <translation>Wann die nächste Bestellung eines Nutzers beginnt.</translation>
        </message>
        <message>
            <source>Where a user's transactions are.</source>
            <translation>Wo die Transaktionen eines Benutzers liegen.</translation>
        </message>
        <message>
            <source>Where it is not that of the recording.</source>
            <translation>Wo er nicht der der Aufzeichnung ist.</translation>
        </message>
        <message>
            <source>Where the server offers it</source>
            <translation>Wo der Server es anbietet</translation>
        </message>
        <message>
            <source>Where writes have another mix than reads.</source>
            <translation>Wo Schreibzugriffe eine andere Mischung haben als Lesezugriffe.</translation>
        </message>
        <message>
            <source>Which journal serves more of my own transactions? Three of four transfer, one looks up.</source>
            <translation>Welches Journal schafft mehr eigene Transaktionen? Drei von vier überweisen, eine fragt ab.</translation>
        </message>
        <message>
            <source>Which system finishes first?</source>
            <translation>Wer hat sie zuerst erledigt?</translation>
        </message>
        <message>
            <source>Whole disks</source>
            <translation>Ganze Platten</translation>
        </message>
        <message>
            <source>Whose it is: sqlite, postgresql, mysql, sqlserver.</source>
            <translation>Für welche es gilt: sqlite, postgresql, mysql, sqlserver.</translation>
        </message>
        <message>
            <source>Window</source>
            <translation>Zeitfenster</translation>
        </message>
        <message>
            <source>With password = "keyring" in the scenario, they can be remembered in this machine's keyring.</source>
            <translation>Mit password = "keyring" im Szenario können sie im Schlüsselbund dieses Rechners gemerkt werden.</translation>
        </message>
        <message>
            <source>Without OUTPACE_DRIVER=native the run uses the driver in Python</source>
            <translation>Ohne OUTPACE_DRIVER=native nimmt der Lauf den Treiber in Python</translation>
        </message>
        <message>
            <source>Without one, the password is a token.</source>
            <translation>Ohne Benutzer ist das Kennwort ein Token.</translation>
        </message>
        <message>
            <source>Without the File</source>
            <translation>Ohne die Datei</translation>
        </message>
        <message>
            <source>Workbook (XLSX)</source>
            <translation>Arbeitsmappe (XLSX)</translation>
        </message>
        <message>
            <source>Working sessions were looked at {count} times.</source>
            <translation>Die arbeitenden Sitzungen wurden {count}-mal angesehen.</translation>
        </message>
        <message>
            <source>Workload</source>
            <translation>Last</translation>
        </message>
        <message>
            <source>Write IOPS</source>
            <translation>Schreib-IOPS</translation>
        </message>
        <message>
            <source>Write MB/s</source>
            <translation>MB/s schreibend</translation>
        </message>
        <message>
            <source>Write MiB/s</source>
            <translation>MiB/s schreibend</translation>
        </message>
        <message>
            <source>Write Report</source>
            <translation>Bericht schreiben</translation>
        </message>
        <message>
            <source>Write a report of this session, or of several</source>
            <translation>Einen Bericht über diese Sitzung oder mehrere schreiben</translation>
        </message>
        <message>
            <source>Write cache</source>
            <translation>Schreibcache</translation>
        </message>
        <message>
            <source>Write its name, {space}, instead of the folder in the scenario's placement</source>
            <translation>Schreiben Sie in der Platzierung des Szenarios seinen Namen, {space}, anstelle des Ordners</translation>
        </message>
        <message>
            <source>Write latency</source>
            <translation>Schreiblatenz</translation>
        </message>
        <message>
            <source>Write latency ms</source>
            <translation>Schreiblatenz, ms</translation>
        </message>
        <message>
            <source>Write the figures as JSON, CSV or a Performance Monitor log</source>
            <translation>Die Zahlen als JSON, CSV oder Protokoll der Leistungsüberwachung schreiben</translation>
        </message>
        <message>
            <source>Write the folder's whole path in the scenario's placement</source>
            <translation>Schreiben Sie in der Platzierung des Szenarios den ganzen Pfad des Ordners</translation>
        </message>
        <message>
            <source>Write the folder's whole path in the scenario's placement: the filegroup is made in it</source>
            <translation>Schreiben Sie in der Platzierung des Szenarios den ganzen Pfad des Ordners: die Dateigruppe wird darin angelegt</translation>
        </message>
        <message>
            <source>Write through</source>
            <translation>Write-through</translation>
        </message>
        <message>
            <source>Write time</source>
            <translation>Schreibzeit</translation>
        </message>
        <message>
            <source>Write to</source>
            <translation>Schreiben nach</translation>
        </message>
        <message>
            <source>Write transport = "odbc" for all, unless the libraries are part of what you compare: each call costs processor time in them</source>
            <translation>Schreiben Sie transport = "odbc" für alle, sofern die Bibliotheken nicht Teil dessen sind, was Sie vergleichen: jeder Aufruf kostet Prozessorzeit in ihnen</translation>
        </message>
        <message>
            <source>Write until steady</source>
            <translation>Schreiben bis eingeschwungen</translation>
        </message>
        <message>
            <source>Write-ahead log</source>
            <translation>Write-ahead-Log</translation>
        </message>
        <message>
            <source>Write-through</source>
            <translation>Write-through</translation>
        </message>
        <message>
            <source>Writes</source>
            <translation>Schreiben</translation>
        </message>
        <message>
            <source>Writes per second</source>
            <translation>Schreibzugriffe pro Sekunde</translation>
        </message>
        <message>
            <source>You can't write to {path}. Choose a folder of your own on this drive, or get write permission.</source>
            <translation>In {path} dürfen Sie nicht schreiben. Wählen Sie einen eigenen Ordner auf diesem Laufwerk oder besorgen Sie sich das Schreibrecht.</translation>
        </message>
        <message>
            <source>You have the result. The closing card comes by itself; End stops now, with what is measured so far.</source>
            <translation>Das Ergebnis steht. Die Schlusskarte kommt von selbst; Ende stoppt jetzt, mit dem bisher Gemessenen.</translation>
        </message>
        <message>
            <source>Your notes</source>
            <translation>Ihre Notizen</translation>
        </message>
        <message>
            <source>Your notes on this comparison</source>
            <translation>Was Sie zu diesem Vergleich sagen wollen</translation>
        </message>
        <message>
            <source>Zeros</source>
            <translation>Nullen</translation>
        </message>
        <message>
            <source>Zipf</source>
            <translation>Zipf</translation>
        </message>
        <message>
            <source>Zoom &amp;Back</source>
            <translation>&amp;Vorige Zeit</translation>
        </message>
        <message>
            <source>Zoom &amp;In</source>
            <translation>Ver&amp;größern</translation>
        </message>
        <message>
            <source>Zoom O&amp;ut</source>
            <translation>Ver&amp;kleinern</translation>
        </message>
        <message>
            <source>[{run}: ]no steady state found, the whole run time counts: {reasons}</source>
            <translation>[{run}: ]kein eingeschwungenes Fenster, die ganze Laufzeit zählt: {reasons}</translation>
        </message>
        <message>
            <source>[{run}: ]not steady while measured: {reasons}</source>
            <translation>[{run}: ]während der Messung nicht eingeschwungen: {reasons}</translation>
        </message>
        <message>
            <source>[{stopped} of {targets} targets of {system}|{system}] had stopped from {from_s:.0f} s to [{to_s:.0f} s|the end]: {cause}</source>
            <translation>[{stopped} von {targets} Zielen von {system} standen|{system} stand] von {from_s:.0f} s bis [{to_s:.0f} s|zum Ende]: {cause}</translation>
        </message>
        <message>
            <source>[{system}: ]{source}: data again after {seconds:.0f} s</source>
            <translation>[{system}: ]{source}: nach {seconds:.0f} s wieder gelesen</translation>
        </message>
        <message>
            <source>[{system}: ]{source}: no data: [{trouble}|no response for {seconds:.0f} s]</source>
            <translation>[{system}: ]{source}: keine Daten: [{trouble}|seit {seconds:.0f} s ohne Antwort]</translation>
        </message>
        <message>
            <source>[{system}: its|the machine's own] counters [could not be started ({error})|ended (exit code {exit_code})]; they are started again in {again_s:.0f} s, the run goes on meanwhile</source>
            <translation>[{system}: Seine Zähler|die Zähler dieses Rechners] [konnten nicht gestartet werden ({error})|endeten (Exit-Code {exit_code})]; sie werden in {again_s:.0f} s neu gestartet, der Lauf geht weiter</translation>
        </message>
        <message>
            <source>[{system}|The driver's machine]: {counter} has been [above {over}|below {value}] for {for_s:.0f} s</source>
            <translation>[{system}|Der Rechner des Treibers]: {counter} ist seit {for_s:.0f} s [über {over}|unter {value}]</translation>
        </message>
        <message>
            <source>[{system}|The driver's machine]: {counter} was [above {over}|below {value}] for {seconds:.0f} s, at worst {worst}</source>
            <translation>[{system}|Der Rechner des Treibers]: {counter} war {seconds:.0f} s lang [über {over}|unter {value}], schlimmstenfalls {worst}</translation>
        </message>
        <message>
            <source>\Database\Log Bytes/sec is what it made.</source>
            <translation>\Database\Log Bytes/sec ist, was es erzeugt hat.</translation>
        </message>
        <message>
            <source>a build or a check</source>
            <translation>ein Aufbau oder eine Prüfung</translation>
        </message>
        <message>
            <source>a checkpoint</source>
            <translation>Checkpoint</translation>
        </message>
        <message>
            <source>a colour such as "#56b4e9", or ""</source>
            <translation>eine Farbe wie "#56b4e9", oder ""</translation>
        </message>
        <message>
            <source>a command in one text</source>
            <translation>ein Befehl in einem Text</translation>
        </message>
        <message>
            <source>a connection for each transaction is made in Python alone</source>
            <translation>eine Verbindung für jede Transaktion baut nur der Treiber in Python auf</translation>
        </message>
        <message>
            <source>a counter such as "Avg. Disk sec/Read" or "\\PhysicalDisk(*)\\Avg. Disk sec/Read"</source>
            <translation>ein Zähler wie "Avg. Disk sec/Read" oder "\\PhysicalDisk(*)\\Avg. Disk sec/Read"</translation>
        </message>
        <message>
            <source>a counter such as \Array({array})\Read Latency</source>
            <translation>ein Zähler wie \Array({array})\Read Latency</translation>
        </message>
        <message>
            <source>a counter such as \Memory\...</source>
            <translation>ein Zähler wie \Memory\...</translation>
        </message>
        <message>
            <source>a crash may lose commits or pages: {settings}</source>
            <translation>ein Absturz kann Commits oder Seiten verlieren: {settings}</translation>
        </message>
        <message>
            <source>a crash may lose commits: synchronous = {setting}</source>
            <translation>ein Absturz kann Commits verlieren: synchronous = {setting}</translation>
        </message>
        <message>
            <source>a currency such as "USD" or "€"</source>
            <translation>eine Währung wie „USD“ oder „€“</translation>
        </message>
        <message>
            <source>a deck has at most {most:,} cards; the weights add up to {total:,.0f}</source>
            <translation>ein Kartenstapel hat höchstens {most:,} Karten; die Gewichte ergeben zusammen {total:,.0f}</translation>
        </message>
        <message>
            <source>a deck needs a whole number of cards</source>
            <translation>ein Kartenstapel braucht eine ganze Zahl von Karten</translation>
        </message>
        <message>
            <source>a depth is named twice; use repeats to run it again</source>
            <translation>Eine Tiefe ist doppelt genannt; für Wiederholungen gibt es repeats</translation>
        </message>
        <message>
            <source>a device is overwritten only on the machine that Outpace itself runs on</source>
            <translation>ein Gerät wird nur auf dem Rechner überschrieben, auf dem Outpace selbst läuft</translation>
        </message>
        <message>
            <source>a device needs its path, such as "/dev/nvme1n1"</source>
            <translation>ein Gerät braucht seinen Pfad, etwa "/dev/nvme1n1"</translation>
        </message>
        <message>
            <source>a factor above 0</source>
            <translation>ein Faktor über 0</translation>
        </message>
        <message>
            <source>a file of another size is there; one of {wanted:,.0f} MiB will be written in its place</source>
            <translation>eine Datei anderer Größe ist vorhanden; sie wird durch eine von {wanted:,.0f} MiB ersetzt</translation>
        </message>
        <message>
            <source>a file of other data is there; one of {wanted:,.0f} MiB will be written in its place</source>
            <translation>eine Datei mit anderen Daten ist vorhanden; sie wird durch eine von {wanted:,.0f} MiB ersetzt</translation>
        </message>
        <message>
            <source>a file of {wanted:,.0f} MiB is there</source>
            <translation>eine Datei von {wanted:,.0f} MiB ist vorhanden</translation>
        </message>
        <message>
            <source>a file of {wanted:,.0f} MiB will be written before the load</source>
            <translation>vor der Last wird eine Datei von {wanted:,.0f} MiB geschrieben</translation>
        </message>
        <message>
            <source>a fixed window lies in the run time, {begin:g} to {end:g} s after the load began, found {from_s:g} to {to_s:g} s</source>
            <translation>Ein festes Fenster liegt in der Laufzeit, {begin:g} bis {end:g} s nach Beginn der Last; gefunden wurde {from_s:g} bis {to_s:g} s</translation>
        </message>
        <message>
            <source>a folder on it</source>
            <translation>ein Ordner darauf</translation>
        </message>
        <message>
            <source>a histogram of {classes:,} classes: fio's have {known}</source>
            <translation>ein Histogramm mit {classes:,} Klassen: die von fio haben {known}</translation>
        </message>
        <message>
            <source>a host of ssh's configuration, or a host's name or address: letters, digits, dots and dashes; user, port and key belong into ssh's configuration</source>
            <translation>ein Host der ssh-Konfiguration oder Name oder Adresse eines Hosts: Buchstaben, Ziffern, Punkte und Striche; Benutzer, Port und Schlüssel gehören in die ssh-Konfiguration</translation>
        </message>
        <message>
            <source>a join takes at least two sessions</source>
            <translation>Zum Zusammenfügen braucht es mindestens zwei Sitzungen</translation>
        </message>
        <message>
            <source>a key of more than {most} parts (at line {line})</source>
            <translation>ein Schlüssel aus mehr als {most} Teilen (in Zeile {line})</translation>
        </message>
        <message>
            <source>a list</source>
            <translation>eine Liste</translation>
        </message>
        <message>
            <source>a log</source>
            <translation>ein Protokoll</translation>
        </message>
        <message>
            <source>a log of fio; only its name tells of what: name it as fio does, NAME_bw.1.log (or _iops, _lat, _clat, _slat)</source>
            <translation>ein Protokoll von fio; wovon es ist, sagt nur sein Name: Benennen Sie es wie fio, NAME_bw.1.log (oder _iops, _lat, _clat, _slat)</translation>
        </message>
        <message>
            <source>a log or output</source>
            <translation>ein Protokoll oder eine Ausgabe</translation>
        </message>
        <message>
            <source>a log whose times do not begin with the load</source>
            <translation>ein Protokoll, dessen Zeiten nicht mit der Last beginnen</translation>
        </message>
        <message>
            <source>a manifest's files lie in its folder; name this one on the command line too</source>
            <translation>die Dateien eines Manifests liegen in seinem Ordner; nennen Sie diese auch auf der Befehlszeile</translation>
        </message>
        <message>
            <source>a message of an unknown kind</source>
            <translation>eine Nachricht unbekannter Art</translation>
        </message>
        <message>
            <source>a message that is more than bytes</source>
            <translation>eine Nachricht, die mehr als Bytes ist</translation>
        </message>
        <message>
            <source>a message that is too long</source>
            <translation>eine zu lange Nachricht</translation>
        </message>
        <message>
            <source>a name of up to 40 letters, digits, blanks, dots, hyphens and underscores</source>
            <translation>ein Name aus bis zu 40 Buchstaben, Ziffern, Leerzeichen, Punkten, Binde- und Unterstrichen</translation>
        </message>
        <message>
            <source>a name of up to 40 letters, digits, dots, dashes and underscores that begins with a letter or digit</source>
            <translation>ein Name aus bis zu 40 Buchstaben, Ziffern, Punkten, Strichen und Unterstrichen, der mit einem Buchstaben oder einer Ziffer beginnt</translation>
        </message>
        <message>
            <source>a name of up to 54 letters, digits and underscores that begins with no digit (a second database, with _pristine behind that name, is kept beside it)</source>
            <translation>ein Name aus bis zu 54 Buchstaben, Ziffern und Unterstrichen, der mit keiner Ziffer beginnt (daneben liegt eine zweite Datenbank mit _pristine hinter diesem Namen)</translation>
        </message>
        <message>
            <source>a name of up to 63 letters, digits and underscores that begins with no digit</source>
            <translation>ein Name aus bis zu 63 Buchstaben, Ziffern und Unterstrichen, der mit keiner Ziffer beginnt</translation>
        </message>
        <message>
            <source>a name without brackets and backslashes</source>
            <translation>ein Name ohne Klammern und umgekehrte Schrägstriche</translation>
        </message>
        <message>
            <source>a new one each run</source>
            <translation>in jedem Lauf ein neuer</translation>
        </message>
        <message>
            <source>a number</source>
            <translation>eine Zahl</translation>
        </message>
        <message>
            <source>a number of warehouses such as "8W", or of MB or GB such as "10MB" or "250GB"</source>
            <translation>eine Anzahl von Lagern wie „8W“ oder von MB oder GB wie „10MB“ oder „250GB“</translation>
        </message>
        <message>
            <source>a number that is not finite</source>
            <translation>eine Zahl, die nicht endlich ist</translation>
        </message>
        <message>
            <source>a number without bounds</source>
            <translation>eine Zahl ohne Grenzen</translation>
        </message>
        <message>
            <source>a pattern is named twice; use repeats to run it again</source>
            <translation>ein Muster steht zweimal da; für einen weiteren Lauf gibt es repeats</translation>
        </message>
        <message>
            <source>a power meter's table</source>
            <translation>die Tabelle eines Strommessgeräts</translation>
        </message>
        <message>
            <source>a question mark outside quotes stands for a parameter; write :name, or a function instead of the operator, for example jsonb_exists(document, 'key')</source>
            <translation>ein Fragezeichen außerhalb von Anführungszeichen steht für einen Parameter; schreiben Sie :name oder statt des Operators eine Funktion, zum Beispiel jsonb_exists(document, 'key')</translation>
        </message>
        <message>
            <source>a queue-depth sweep needs the workload "storage-io"</source>
            <translation>eine Messreihe über die Warteschlangentiefe braucht die Last "storage-io"</translation>
        </message>
        <message>
            <source>a rate needs loop = "open"</source>
            <translation>eine Rate braucht loop = "open"</translation>
        </message>
        <message>
            <source>a rate: counts per second</source>
            <translation>eine Rate: was je Sekunde gezählt wurde</translation>
        </message>
        <message>
            <source>a repeat's figure is 0 or less: it has no ratio</source>
            <translation>ein Wert einer Wiederholung ist 0 oder kleiner: es gibt kein Verhältnis</translation>
        </message>
        <message>
            <source>a row comes with each finished pattern</source>
            <translation>mit jedem fertigen Muster kommt eine Zeile hinzu</translation>
        </message>
        <message>
            <source>a second and the load there such as "0:4" or "60:32"</source>
            <translation>eine Sekunde und die Last dort wie "0:4" oder "60:32"</translation>
        </message>
        <message>
            <source>a second document begins here: use one file per run</source>
            <translation>hier beginnt ein zweites Dokument: nehmen Sie je Lauf eine Datei</translation>
        </message>
        <message>
            <source>a share at the time of reading</source>
            <translation>ein Anteil im Augenblick des Ablesens</translation>
        </message>
        <message>
            <source>a size such as "512MB" or "24GB"</source>
            <translation>eine Größe wie "512MB" oder "24GB"</translation>
        </message>
        <message>
            <source>a statement has at most {most} variables</source>
            <translation>eine Anweisung hat höchstens {most} Variablen</translation>
        </message>
        <message>
            <source>a storage target needs the workload "storage-io": [workload] name = "storage-io"</source>
            <translation>ein Speicherziel braucht die Last "storage-io": [workload] name = "storage-io"</translation>
        </message>
        <message>
            <source>a table</source>
            <translation>eine Tabelle</translation>
        </message>
        <message>
            <source>a text</source>
            <translation>ein Text</translation>
        </message>
        <message>
            <source>a text of 1 to 200 characters</source>
            <translation>ein Text von 1 bis 200 Zeichen</translation>
        </message>
        <message>
            <source>a text of 1 to 80 characters</source>
            <translation>ein Text von 1 bis 80 Zeichen</translation>
        </message>
        <message>
            <source>a text of at most 32,768 characters</source>
            <translation>ein Text von höchstens 32.768 Zeichen</translation>
        </message>
        <message>
            <source>a text without backslashes</source>
            <translation>ein Text ohne umgekehrte Schrägstriche</translation>
        </message>
        <message>
            <source>a unit such as "B/s" or "s"</source>
            <translation>eine Einheit wie "B/s" oder "s"</translation>
        </message>
        <message>
            <source>a user without spaces, : and @</source>
            <translation>ein Benutzer ohne Leerzeichen, : und @</translation>
        </message>
        <message>
            <source>a value is expected before {found}</source>
            <translation>vor {found} wird ein Wert erwartet</translation>
        </message>
        <message>
            <source>a value of an ODBC connection string can't hold a line break or control character</source>
            <translation>Ein Wert einer ODBC-Zeichenkette darf keinen Zeilenumbruch und kein Steuerzeichen enthalten</translation>
        </message>
        <message>
            <source>a value with its unit, such as "25 ms", "80 %", "200 MB/s", or a plain number, such as "2"</source>
            <translation>ein Wert mit Einheit wie "25 ms", "80 %", "200 MB/s" oder eine bloße Zahl wie "2"</translation>
        </message>
        <message>
            <source>a whole number</source>
            <translation>eine ganze Zahl</translation>
        </message>
        <message>
            <source>a whole number of MB or GB such as "10MB", "500MB" or "250GB"</source>
            <translation>eine ganze Zahl in MB oder GB, etwa "10MB", "500MB" oder "250GB"</translation>
        </message>
        <message>
            <source>a {kind}</source>
            <translation>ein {kind}</translation>
        </message>
        <message>
            <source>about equal</source>
            <translation>etwa gleich</translation>
        </message>
        <message>
            <source>about the same</source>
            <translation>etwa gleich viel</translation>
        </message>
        <message>
            <source>access</source>
            <translation>Zugriff</translation>
        </message>
        <message>
            <source>access denied</source>
            <translation>Zugriff verweigert</translation>
        </message>
        <message>
            <source>access patterns</source>
            <translation>Zugriffsmuster</translation>
        </message>
        <message>
            <source>access patterns need the workload "storage-io"</source>
            <translation>Zugriffsmuster brauchen die Last "storage-io"</translation>
        </message>
        <message>
            <source>after line {last} its MBs/sec is missing</source>
            <translation>nach Zeile {last} fehlt MBs/sec</translation>
        </message>
        <message>
            <source>after line {last} its histogram is missing</source>
            <translation>nach Zeile {last} fehlt das Histogramm</translation>
        </message>
        <message>
            <source>after line {last} its latencies are missing</source>
            <translation>nach Zeile {last} fehlen die Latenzen</translation>
        </message>
        <message>
            <source>after {time}, {later} later ({ratio} the time)</source>
            <translation>nach {time}, {later} später ({ratio} die Zeit)</translation>
        </message>
        <message>
            <source>agent</source>
            <translation>Agent</translation>
        </message>
        <message>
            <source>agent {agent} [has not answered since {from_s:.0f} s|does not answer]</source>
            <translation>Agent {agent} antwortet [seit {from_s:.0f} s nicht|nicht]</translation>
        </message>
        <message>
            <source>agent {agent} answers again after {seconds:.0f} s[ (silent since {from_s:.0f} s)]</source>
            <translation>Agent {agent} antwortet nach {seconds:.0f} s wieder[ (still seit {from_s:.0f} s)]</translation>
        </message>
        <message>
            <source>agent {agent} lost[ at {at_s:.0f} s]: {cause}[; {users:,} of {users_all:,} users were on it]</source>
            <translation>Agent {agent}[ bei {at_s:.0f} s] verloren: {cause}[; {users:,} von {users_all:,} Benutzern waren auf ihm]</translation>
        </message>
        <message>
            <source>agents</source>
            <translation>Agenten</translation>
        </message>
        <message>
            <source>all</source>
            <translation>alle</translation>
        </message>
        <message>
            <source>all repeats together</source>
            <translation>alle Wiederholungen zusammen</translation>
        </message>
        <message>
            <source>all {count}</source>
            <translation>alle {count}</translation>
        </message>
        <message>
            <source>allowed by an earlier version ({hash})</source>
            <translation>von einer früheren Version erlaubt ({hash})</translation>
        </message>
        <message>
            <source>alternating, as asked[ ({shared})]</source>
            <translation>abwechselnd, wie gewünscht[ ({shared})]</translation>
        </message>
        <message>
            <source>an access pattern such as "SEQ1M Q8T1" or "RND4K Q32T16"</source>
            <translation>ein Zugriffsmuster wie "SEQ1M Q8T1" oder "RND4K Q32T16"</translation>
        </message>
        <message>
            <source>an address such as "http://db1:9100/metrics", without user and password</source>
            <translation>eine Adresse wie "http://db1:9100/metrics", ohne Benutzer und Kennwort</translation>
        </message>
        <message>
            <source>an authority's file needs tls = "verify"</source>
            <translation>die Datei einer Zertifizierungsstelle braucht tls = "verify"</translation>
        </message>
        <message>
            <source>an average of the counted operations</source>
            <translation>ein Mittel über das Gezählte</translation>
        </message>
        <message>
            <source>an error of Outpace's own</source>
            <translation>ein Fehler von Outpace selbst</translation>
        </message>
        <message>
            <source>an error of Outpace's own ({error})</source>
            <translation>ein Fehler von Outpace selbst ({error})</translation>
        </message>
        <message>
            <source>an existing database file is worked on only on the machine that Outpace itself runs on</source>
            <translation>mit einer vorhandenen Datenbankdatei wird nur auf dem Rechner gearbeitet, auf dem Outpace selbst läuft</translation>
        </message>
        <message>
            <source>an expression has at most {most:,} characters</source>
            <translation>ein Ausdruck hat höchstens {most:,} Zeichen</translation>
        </message>
        <message>
            <source>an increasing number of customers</source>
            <translation>immer mehr Kunden</translation>
        </message>
        <message>
            <source>an increasing number of users</source>
            <translation>immer mehr Benutzer</translation>
        </message>
        <message>
            <source>an output of SQLIO, diskspd or fio</source>
            <translation>eine Ausgabe von SQLIO, diskspd oder fio</translation>
        </message>
        <message>
            <source>another figure is the headline already</source>
            <translation>eine andere Kennzahl ist schon die Hauptkennzahl</translation>
        </message>
        <message>
            <source>another mark</source>
            <translation>eine andere Kennzeichnung</translation>
        </message>
        <message>
            <source>another output has {metric} of {name}, run {run}: distinguish them with --run or --target "NAME={file}"</source>
            <translation>Eine andere Ausgabe nennt {metric} von {name}, Lauf {run}: Unterscheiden Sie beide mit --run oder --target "NAME={file}"</translation>
        </message>
        <message>
            <source>application</source>
            <translation>Anwendung</translation>
        </message>
        <message>
            <source>as measured {ratios}</source>
            <translation>gemessen {ratios}</translation>
        </message>
        <message>
            <source>as recorded</source>
            <translation>wie aufgezeichnet</translation>
        </message>
        <message>
            <source>as ssh knows it</source>
            <translation>wie ssh ihn kennt</translation>
        </message>
        <message>
            <source>as the page says</source>
            <translation>wie die Seite sagt</translation>
        </message>
        <message>
            <source>as the system</source>
            <translation>wie das System</translation>
        </message>
        <message>
            <source>at least: calls were still under way when the window ended</source>
            <translation>mindestens: Am Ende des Fensters waren noch Aufrufe unterwegs</translation>
        </message>
        <message>
            <source>at most {data:,.0f} MiB of data once they are built, their pristine copy not counted, {memory:,.0f} MiB of memory to keep them in</source>
            <translation>höchstens {data:,.0f} MiB Daten, sobald sie aufgebaut sind, ohne ihre unberührte Kopie, {memory:,.0f} MiB Speicher, um sie zu halten</translation>
        </message>
        <message>
            <source>at the best depth of each; {ratio} with {count} at a time</source>
            <translation>jeweils bei der besten Tiefe; {ratio} bei {count} gleichzeitig</translation>
        </message>
        <message>
            <source>at the same time</source>
            <translation>zur selben Zeit</translation>
        </message>
        <message>
            <source>at work</source>
            <translation>arbeitet</translation>
        </message>
        <message>
            <source>at {minutes} min {seconds:02d} s</source>
            <translation>bei {minutes} min {seconds:02d} s</translation>
        </message>
        <message>
            <source>at {moment}</source>
            <translation>bei {moment}</translation>
        </message>
        <message>
            <source>at {time}</source>
            <translation>bei {time}</translation>
        </message>
        <message>
            <source>baseline</source>
            <translation>Basis</translation>
        </message>
        <message>
            <source>baseline "{baseline}": the systems are {names}</source>
            <translation>Basis "{baseline}": Die Systeme sind {names}</translation>
        </message>
        <message>
            <source>before version 14 PostgreSQL does not count the log's writes.</source>
            <translation>vor Version 14 zählt PostgreSQL das Schreiben in das Log nicht.</translation>
        </message>
        <message>
            <source>before version 16 PostgreSQL does not count the syncs of the database files.</source>
            <translation>vor Version 16 zählt PostgreSQL die Syncs der Datenbankdateien nicht.</translation>
        </message>
        <message>
            <source>before version 16 PostgreSQL does not count the time that the checkpointer takes for writes of the database files.</source>
            <translation>vor Version 16 zählt PostgreSQL die Zeit nicht, die der Checkpointer zum Schreiben der Datenbankdateien braucht.</translation>
        </message>
        <message>
            <source>before version 18 PostgreSQL does not count reads of the log.</source>
            <translation>Vor Version 18 zählt PostgreSQL das Lesen des Logs nicht.</translation>
        </message>
        <message>
            <source>before version 18 PostgreSQL does not count the bytes of writes of the log.</source>
            <translation>vor Version 18 zählt PostgreSQL die in das Log geschriebenen Bytes nicht.</translation>
        </message>
        <message>
            <source>being built or restored by another run</source>
            <translation>gerade von jemand anderem aufgebaut oder wiederhergestellt</translation>
        </message>
        <message>
            <source>being recorded</source>
            <translation>wird aufgezeichnet</translation>
        </message>
        <message>
            <source>better</source>
            <translation>besser</translation>
        </message>
        <message>
            <source>between {low} and {high} in any 10 seconds</source>
            <translation>zwischen {low} und {high} in je 10 Sekunden</translation>
        </message>
        <message>
            <source>bigger</source>
            <translation>größer</translation>
        </message>
        <message>
            <source>blank the screen</source>
            <translation>Bildschirm abdunkeln</translation>
        </message>
        <message>
            <source>blank the screen, and show it again</source>
            <translation>Bildschirm schwarz und wieder sichtbar</translation>
        </message>
        <message>
            <source>block kb</source>
            <translation>Block, KiB</translation>
        </message>
        <message>
            <source>block layer of {devices}</source>
            <translation>Blockschicht von {devices}</translation>
        </message>
        <message>
            <source>build or check</source>
            <translation>Aufbau oder Prüfung</translation>
        </message>
        <message>
            <source>building</source>
            <translation>Aufbauen</translation>
        </message>
        <message>
            <source>building in {folder} failed: {reason}</source>
            <translation>Der Aufbau in {folder} ist fehlgeschlagen: {reason}</translation>
        </message>
        <message>
            <source>built</source>
            <translation>aufgebaut</translation>
        </message>
        <message>
            <source>built in are {names}</source>
            <translation>mitgeliefert sind {names}</translation>
        </message>
        <message>
            <source>busiest worker {busy} of a core</source>
            <translation>stärkster Arbeitsprozess {busy} eines Kerns</translation>
        </message>
        <message>
            <source>by its name</source>
            <translation>nach ihrem Namen</translation>
        </message>
        <message>
            <source>by the set-up</source>
            <translation>durch die Einrichtung</translation>
        </message>
        <message>
            <source>cable back</source>
            <translation>Kabel wieder da</translation>
        </message>
        <message>
            <source>cable pulled</source>
            <translation>Kabel gezogen</translation>
        </message>
        <message>
            <source>cache</source>
            <translation>Cache</translation>
        </message>
        <message>
            <source>cached</source>
            <translation>über den Cache</translation>
        </message>
        <message>
            <source>cached I/O: the operating system's memory may answer in place of the storage</source>
            <translation>I/O über den Cache: Statt des Speichers antwortet womöglich der Arbeitsspeicher des Betriebssystems</translation>
        </message>
        <message>
            <source>cached by the operating system, not a measure of the drives</source>
            <translation>vom Betriebssystem gepuffert, kein Maß für die Laufwerke</translation>
        </message>
        <message>
            <source>calls still open</source>
            <translation>Aufrufe noch offen</translation>
        </message>
        <message>
            <source>can't be read: {reason}</source>
            <translation>nicht lesbar: {reason}</translation>
        </message>
        <message>
            <source>cancelled</source>
            <translation>abgebrochen</translation>
        </message>
        <message>
            <source>cancelling…</source>
            <translation>wird abgebrochen…</translation>
        </message>
        <message>
            <source>challenger</source>
            <translation>Herausforderer</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>geändert</translation>
        </message>
        <message>
            <source>character {position}: a keyword consists of letters, digits and blanks; what stands before the equals sign is none. Where a value holds a semicolon, write the value in braces: {a;b}</source>
            <translation>Zeichen {position}: Ein Schlüsselwort besteht aus Buchstaben, Ziffern und Leerzeichen; was vor dem Gleichheitszeichen steht, ist keines. Enthält ein Wert ein Semikolon, schreiben Sie ihn in Klammern: {a;b}</translation>
        </message>
        <message>
            <source>character {position}: a stray {sign} in the value of {keyword}; ODBC knows no quotes: write a value with special characters in braces, {like this}, and a closing brace in it twice</source>
            <translation>Zeichen {position}: ein {sign} im Wert von {keyword}, das dort nicht stehen darf; ODBC kennt keine Anführungszeichen: Schreiben Sie einen Wert mit Sonderzeichen in Klammern, {like this}, und eine schließende Klammer darin doppelt</translation>
        </message>
        <message>
            <source>character {position}: something follows the closing brace of {keyword}; put a semicolon between, and write a closing brace that belongs to the value twice</source>
            <translation>Zeichen {position}: Hinter der schließenden Klammer von {keyword} folgt noch etwas; setzen Sie ein Semikolon dazwischen, und schreiben Sie eine schließende Klammer, die zum Wert gehört, doppelt</translation>
        </message>
        <message>
            <source>character {position}: the brace that begins the value of {keyword} is never closed; end the value with a closing brace</source>
            <translation>Zeichen {position}: Die Klammer, mit der der Wert von {keyword} beginnt, wird nie geschlossen; beenden Sie den Wert mit einer schließenden Klammer</translation>
        </message>
        <message>
            <source>character {position}: the value of {keyword} holds a control character or a line break</source>
            <translation>Zeichen {position}: Der Wert von {keyword} enthält ein Steuerzeichen oder einen Zeilenumbruch</translation>
        </message>
        <message>
            <source>character {position}: there is a part without an equals sign; write KEYWORD=value;, and where a value holds a semicolon, write the value in braces: {a;b}</source>
            <translation>Zeichen {position}: ein Teil ohne Gleichheitszeichen; schreiben Sie SCHLÜSSEL=Wert; und, wo ein Wert ein Semikolon enthält, den Wert in Klammern: {a;b}</translation>
        </message>
        <message>
            <source>checked</source>
            <translation>geprüft</translation>
        </message>
        <message>
            <source>checksum</source>
            <translation>Prüfsumme</translation>
        </message>
        <message>
            <source>choose another database name or size, or remove that database yourself</source>
            <translation>wählen Sie einen anderen Datenbanknamen oder eine andere Größe, oder entfernen Sie diese Datenbank selbst</translation>
        </message>
        <message>
            <source>choose another database name, or remove that database yourself to have it built anew</source>
            <translation>wählen Sie einen anderen Datenbanknamen, oder entfernen Sie diese Datenbank selbst, damit neu aufgebaut wird</translation>
        </message>
        <message>
            <source>choose another folder or size, or remove that file yourself</source>
            <translation>wählen Sie einen anderen Ordner oder eine andere Größe, oder entfernen Sie diese Datei selbst</translation>
        </message>
        <message>
            <source>choose another folder, or remove that file yourself to have it built anew</source>
            <translation>wählen Sie einen anderen Ordner, oder entfernen Sie diese Datei selbst, damit neu aufgebaut wird</translation>
        </message>
        <message>
            <source>choose…</source>
            <translation>wählen…</translation>
        </message>
        <message>
            <source>chosen automatically</source>
            <translation>ein passender wird gefunden</translation>
        </message>
        <message>
            <source>clock</source>
            <translation>Uhr</translation>
        </message>
        <message>
            <source>clock ± {ms} ms</source>
            <translation>Uhr ± {ms} ms</translation>
        </message>
        <message>
            <source>clocks ± {ms} ms</source>
            <translation>Uhren ± {ms} ms</translation>
        </message>
        <message>
            <source>closed</source>
            <translation>geschlossen</translation>
        </message>
        <message>
            <source>closed loop, think times by transaction</source>
            <translation>geschlossene Schleife, Denkzeiten je Transaktion</translation>
        </message>
        <message>
            <source>closed loop, {think}</source>
            <translation>geschlossene Schleife, {think}</translation>
        </message>
        <message>
            <source>comma</source>
            <translation>Komma</translation>
        </message>
        <message>
            <source>compared with nothing</source>
            <translation>ohne Vergleich</translation>
        </message>
        <message>
            <source>comparing the runs</source>
            <translation>die Läufe werden verglichen</translation>
        </message>
        <message>
            <source>comparison</source>
            <translation>Vergleich</translation>
        </message>
        <message>
            <source>compression</source>
            <translation>Komprimierung</translation>
        </message>
        <message>
            <source>compression is on ({settings}): it trades processor time for I/O</source>
            <translation>Komprimierung ist an ({settings}): Sie tauscht Prozessorzeit gegen I/O</translation>
        </message>
        <message>
            <source>connect</source>
            <translation>Verbindungsaufbau</translation>
        </message>
        <message>
            <source>connecting the users</source>
            <translation>die Nutzer verbinden sich</translation>
        </message>
        <message>
            <source>connection</source>
            <translation>Verbindung</translation>
        </message>
        <message>
            <source>connection lost</source>
            <translation>Verbindung verloren</translation>
        </message>
        <message>
            <source>connection refused</source>
            <translation>Verbindung abgelehnt</translation>
        </message>
        <message>
            <source>connections</source>
            <translation>Verbindungen</translation>
        </message>
        <message>
            <source>copied from the pristine file</source>
            <translation>aus der unberührten Datei kopiert</translation>
        </message>
        <message>
            <source>counting starts in {time}</source>
            <translation>gezählt wird in {time}</translation>
        </message>
        <message>
            <source>critical</source>
            <translation>kritisch</translation>
        </message>
        <message>
            <source>cumulated</source>
            <translation>kumuliert</translation>
        </message>
        <message>
            <source>cut off</source>
            <translation>abgebrochen</translation>
        </message>
        <message>
            <source>cut short after 1 step</source>
            <translation>nach 1 Stufe abgebrochen</translation>
        </message>
        <message>
            <source>cut short after {steps} steps</source>
            <translation>nach {steps} Stufen abgebrochen</translation>
        </message>
        <message>
            <source>damaged</source>
            <translation>beschädigt</translation>
        </message>
        <message>
            <source>damaged data</source>
            <translation>beschädigte Daten</translation>
        </message>
        <message>
            <source>data</source>
            <translation>Daten</translation>
        </message>
        <message>
            <source>data seed</source>
            <translation>Startwert der Daten</translation>
        </message>
        <message>
            <source>database</source>
            <translation>Datenbank</translation>
        </message>
        <message>
            <source>database = "existing" needs one file that ends in .db, .sqlite or .sqlite3 in {folder}; there are {count}</source>
            <translation>database = "existing" braucht in {folder} genau eine Datei, die auf .db, .sqlite oder .sqlite3 endet; es sind {count}</translation>
        </message>
        <message>
            <source>database size</source>
            <translation>Größe der Datenbank</translation>
        </message>
        <message>
            <source>default</source>
            <translation>Standard</translation>
        </message>
        <message>
            <source>depths</source>
            <translation>Tiefen</translation>
        </message>
        <message>
            <source>device</source>
            <translation>Gerät</translation>
        </message>
        <message>
            <source>devices below {where}</source>
            <translation>Geräte unter {where}</translation>
        </message>
        <message>
            <source>did not start</source>
            <translation>nicht begonnen</translation>
        </message>
        <message>
            <source>did you mean "{name}"?</source>
            <translation>meinten Sie "{name}"?</translation>
        </message>
        <message>
            <source>different</source>
            <translation>verschieden</translation>
        </message>
        <message>
            <source>different data: {each}</source>
            <translation>verschiedene Daten: {each}</translation>
        </message>
        <message>
            <source>different load drivers: {each}</source>
            <translation>verschiedene Lasterzeuger: {each}</translation>
        </message>
        <message>
            <source>different load: {each} users</source>
            <translation>verschiedene Last: {each} Nutzer</translation>
        </message>
        <message>
            <source>different plans: {each}</source>
            <translation>verschiedene Pläne: {each}</translation>
        </message>
        <message>
            <source>different versions of {product}: {each}</source>
            <translation>verschiedene Versionen von {product}: {each}</translation>
        </message>
        <message>
            <source>different workloads: {each}</source>
            <translation>verschiedene Lasten: {each}</translation>
        </message>
        <message>
            <source>different, although it should be the same</source>
            <translation>verschieden, und das sollte nicht sein</translation>
        </message>
        <message>
            <source>direct</source>
            <translation>direkt</translation>
        </message>
        <message>
            <source>direct I/O</source>
            <translation>direktes I/O</translation>
        </message>
        <message>
            <source>discarded</source>
            <translation>entfernt</translation>
        </message>
        <message>
            <source>disk full</source>
            <translation>Datenträger voll</translation>
        </message>
        <message>
            <source>disk quota used up</source>
            <translation>Speicherkontingent erschöpft</translation>
        </message>
        <message>
            <source>diskspd XML</source>
            <translation>diskspd-XML</translation>
        </message>
        <message>
            <source>diskspd text</source>
            <translation>diskspd-Text</translation>
        </message>
        <message>
            <source>do it again when the server is back: a build goes on where it stopped</source>
            <translation>wiederholen Sie es, wenn der Server wieder da ist: Ein Aufbau geht dort weiter, wo er anhielt</translation>
        </message>
        <message>
            <source>does not count beside odbc, which says it in its own words; keep one of them</source>
            <translation>zählt nicht neben odbc, wo es in dessen eigenen Worten steht; behalten Sie eines von beiden</translation>
        </message>
        <message>
            <source>done</source>
            <translation>fertig</translation>
        </message>
        <message>
            <source>draw = "{draw}" needs a shape of at least {least:g}</source>
            <translation>draw = "{draw}" braucht ein shape von mindestens {least:g}</translation>
        </message>
        <message>
            <source>drawing the slide…</source>
            <translation>Folie wird gezeichnet…</translation>
        </message>
        <message>
            <source>drive back</source>
            <translation>Laufwerk wieder da</translation>
        </message>
        <message>
            <source>drive pulled</source>
            <translation>Laufwerk gezogen</translation>
        </message>
        <message>
            <source>driver</source>
            <translation>Lasterzeuger</translation>
        </message>
        <message>
            <source>drop this database and the one of the same name with _pristine behind it, build again, and check the server's disk</source>
            <translation>löschen Sie diese Datenbank und die gleichnamige mit _pristine dahinter, bauen Sie neu auf und prüfen Sie den Datenträger des Servers</translation>
        </message>
        <message>
            <source>dropping</source>
            <translation>Löschen</translation>
        </message>
        <message>
            <source>dstat's line of columns is missing</source>
            <translation>Die Zeile mit den Spalten von dstat fehlt</translation>
        </message>
        <message>
            <source>durability</source>
            <translation>Dauerhaftigkeit</translation>
        </message>
        <message>
            <source>dwell, s</source>
            <translation>Verweilen, s</translation>
        </message>
        <message>
            <source>each part can be put where the scenario wants it</source>
            <translation>jeder Teil kann dort liegen, wo das Szenario ihn haben will</translation>
        </message>
        <message>
            <source>each part lies where the scenario wants it</source>
            <translation>jeder Teil liegt dort, wo das Szenario ihn haben will</translation>
        </message>
        <message>
            <source>each system's total</source>
            <translation>Summe jedes Systems</translation>
        </message>
        <message>
            <source>each target</source>
            <translation>jedes Ziel</translation>
        </message>
        <message>
            <source>earlier</source>
            <translation>früher</translation>
        </message>
        <message>
            <source>ended</source>
            <translation>beendet</translation>
        </message>
        <message>
            <source>ended early</source>
            <translation>vorzeitig beendet</translation>
        </message>
        <message>
            <source>ended, not valid</source>
            <translation>beendet, nicht gültig</translation>
        </message>
        <message>
            <source>ending the I/Os</source>
            <translation>beendet die I/Os</translation>
        </message>
        <message>
            <source>engine</source>
            <translation>Engine</translation>
        </message>
        <message>
            <source>engine file</source>
            <translation>Datei der Engine</translation>
        </message>
        <message>
            <source>engine process</source>
            <translation>Prozess der Engine</translation>
        </message>
        <message>
            <source>et or n_overall has no value in this line</source>
            <translation>et oder n_overall hat in dieser Zeile keinen Wert</translation>
        </message>
        <message>
            <source>et or n_overall is smaller than in the line before: is it one run?</source>
            <translation>et oder n_overall ist kleiner als in der Zeile davor: Ist es ein einziger Lauf?</translation>
        </message>
        <message>
            <source>every block of the file is under way; take a larger file</source>
            <translation>jeder Block der Datei ist schon in Arbeit; nehmen Sie eine größere Datei</translation>
        </message>
        <message>
            <source>everything</source>
            <translation>alles</translation>
        </message>
        <message>
            <source>exactly one system has role = "baseline"; here {baselines} of {systems}</source>
            <translation>genau ein System hat role = "baseline"; hier sind es {baselines} von {systems}</translation>
        </message>
        <message>
            <source>expected a host's name or address, without blanks, quotes, braces, semicolons, commas, equals signs or slashes; a port has its own key, and a named instance or a socket is written in odbc</source>
            <translation>erwartet wird der Name oder die Adresse eines Rechners, ohne Leerzeichen, Anführungszeichen, Klammern, Semikolons, Kommas, Gleichheitszeichen oder Schrägstriche; ein Port hat seinen eigenen Schlüssel, eine benannte Instanz oder ein Socket steht in odbc</translation>
        </message>
        <message>
            <source>expected a list, found {found}</source>
            <translation>erwartet wird eine Liste, gefunden wurde {found}</translation>
        </message>
        <message>
            <source>expected a load profile of 1 s to {most:,} s, found {length:,} s</source>
            <translation>erwartet ein Lastverlauf von 1 s bis {most:,} s, gefunden {length:,} s</translation>
        </message>
        <message>
            <source>expected a table, found {found}</source>
            <translation>erwartet wird eine Tabelle, gefunden wurde {found}</translation>
        </message>
        <message>
            <source>expected a text without control characters and marks of the writing direction, found {controls}</source>
            <translation>erwartet: ein Text ohne Steuerzeichen und Marken der Schreibrichtung; gefunden: {controls}</translation>
        </message>
        <message>
            <source>expected at least low, {low:,}</source>
            <translation>mindestens low, {low:,}, erwartet</translation>
        </message>
        <message>
            <source>expected at least one file: [[files]] with path and system</source>
            <translation>erwartet wird mindestens eine Datei: [[files]] mit path und system</translation>
        </message>
        <message>
            <source>expected at most {most:,} steps</source>
            <translation>erwartet werden höchstens {most:,} Stufen</translation>
        </message>
        <message>
            <source>expected either above or below, with a value such as "25 ms"</source>
            <translation>erwartet wird entweder above oder below mit einem Wert wie "25 ms"</translation>
        </message>
        <message>
            <source>expected either counter or formula</source>
            <translation>erwartet wird entweder counter oder formula</translation>
        </message>
        <message>
            <source>expected from_{what} to to_{what} to rise, found {begin:g} to {end:g}</source>
            <translation>from_{what} bis to_{what} müssen steigen, gefunden wurde {begin:g} bis {end:g}</translation>
        </message>
        <message>
            <source>expected loads above 0</source>
            <translation>erwartet Lasten über 0</translation>
        </message>
        <message>
            <source>expected low below high, found {low:g} and {high:g}</source>
            <translation>erwartet low unter high, gefunden {low:g} und {high:g}</translation>
        </message>
        <message>
            <source>expected one of low and high, values, or file</source>
            <translation>nur eines von low und high, values oder file erwartet</translation>
        </message>
        <message>
            <source>expected one of {known}, found "{name}"</source>
            <translation>erwartet wird eines von {known}, gefunden wurde "{name}"</translation>
        </message>
        <message>
            <source>expected percentages that add up to 100, found {total:g}</source>
            <translation>erwartet Prozentwerte, die zusammen 100 ergeben, gefunden {total:g}</translation>
        </message>
        <message>
            <source>expected the existing database: its file, or the folder that it is in</source>
            <translation>die vorhandene Datenbank erwartet: ihre Datei oder der Ordner, in dem sie liegt</translation>
        </message>
        <message>
            <source>expected the seconds of the points to begin with 0 and to rise</source>
            <translation>erwartet, dass die Sekunden der Punkte mit 0 beginnen und steigen</translation>
        </message>
        <message>
            <source>expected whole numbers of users from 1 to {most:,}, found {level:g}</source>
            <translation>erwartet ganze Zahlen von Nutzern von 1 bis {most:,}, gefunden {level:g}</translation>
        </message>
        <message>
            <source>expected {kind} above {low:,} and at most {high:,}</source>
            <translation>erwartet wird {kind} über {low:,} und höchstens {high:,}</translation>
        </message>
        <message>
            <source>expected {kind} from {low:,} to {high:,}</source>
            <translation>erwartet wird {kind} von {low:,} bis {high:,}</translation>
        </message>
        <message>
            <source>expected {low} to {high} entries, found {count}</source>
            <translation>erwartet werden {low} bis {high} Einträge, gefunden wurden {count}</translation>
        </message>
        <message>
            <source>expected {what}</source>
            <translation>erwartet wird {what}</translation>
        </message>
        <message>
            <source>exporter at {url}</source>
            <translation>Exporter unter {url}</translation>
        </message>
        <message>
            <source>exporting…</source>
            <translation>wird exportiert…</translation>
        </message>
        <message>
            <source>fall</source>
            <translation>Abfall</translation>
        </message>
        <message>
            <source>fields are missing in this line</source>
            <translation>In dieser Zeile fehlen Felder</translation>
        </message>
        <message>
            <source>figure "{text}": "{at}" can't be read here; a formula has counters in [ ], numbers, ( ) and + - x /</source>
            <translation>Wert "{text}": "{at}" ist hier nicht lesbar; eine Formel besteht aus Zählern in [ ], Zahlen, ( ) und + - x /</translation>
        </message>
        <message>
            <source>figure "{text}": a counter, or NAME = [counter] + 2 x [counter], of at most {most} characters</source>
            <translation>Wert "{text}": ein Zähler, oder NAME = [Zähler] + 2 x [Zähler], mit höchstens {most} Zeichen</translation>
        </message>
        <message>
            <source>figure "{text}": a name has at most {most} printable characters</source>
            <translation>Wert "{text}": Ein Name hat höchstens {most} druckbare Zeichen</translation>
        </message>
        <message>
            <source>figure "{text}": the formula ends too soon</source>
            <translation>Wert "{text}": Die Formel endet zu früh</translation>
        </message>
        <message>
            <source>figure "{text}": there is no counter in it</source>
            <translation>Wert "{text}": Darin ist kein Zähler</translation>
        </message>
        <message>
            <source>figures</source>
            <translation>Zahlen</translation>
        </message>
        <message>
            <source>figures as sealed at its end</source>
            <translation>Zahlen wie am Ende versiegelt</translation>
        </message>
        <message>
            <source>figures of counters need a log: none of the files holds one</source>
            <translation>Werte aus Zählern brauchen ein Protokoll: Keine der Dateien enthält eines</translation>
        </message>
        <message>
            <source>file</source>
            <translation>Datei</translation>
        </message>
        <message>
            <source>file calls counted by</source>
            <translation>Dateiaufrufe gezählt von</translation>
        </message>
        <message>
            <source>file calls of the database engine</source>
            <translation>Dateizugriffe der Datenbank</translation>
        </message>
        <message>
            <source>file size</source>
            <translation>Dateigröße</translation>
        </message>
        <message>
            <source>file, seen by the operating system</source>
            <translation>Datei, aus Sicht des Betriebssystems</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>fertig</translation>
        </message>
        <message>
            <source>finished at {time}</source>
            <translation>fertig nach {time}</translation>
        </message>
        <message>
            <source>fio JSON</source>
            <translation>fio-JSON</translation>
        </message>
        <message>
            <source>fio log</source>
            <translation>fio-Protokoll</translation>
        </message>
        <message>
            <source>firm</source>
            <translation>gesichert</translation>
        </message>
        <message>
            <source>first to {count} I/Os</source>
            <translation>wer zuerst {count} I/Os hat</translation>
        </message>
        <message>
            <source>first to {count} orders</source>
            <translation>wer zuerst {count} Bestellungen hat</translation>
        </message>
        <message>
            <source>first to {count} transactions</source>
            <translation>wer zuerst {count} Transaktionen hat</translation>
        </message>
        <message>
            <source>first, after {time}</source>
            <translation>zuerst, nach {time}</translation>
        </message>
        <message>
            <source>free some space on the server, then do it again: a build goes on where it stopped</source>
            <translation>schaffen Sie Platz auf dem Server und wiederholen Sie es dann: Ein Aufbau geht dort weiter, wo er anhielt</translation>
        </message>
        <message>
            <source>free space</source>
            <translation>freier Platz</translation>
        </message>
        <message>
            <source>freeze the picture</source>
            <translation>Bild anhalten</translation>
        </message>
        <message>
            <source>freeze, and go on; recording never stops</source>
            <translation>einfrieren und weiter; die Aufzeichnung stoppt nie</translation>
        </message>
        <message>
            <source>from the files, otherwise “Imported results”</source>
            <translation>aus den Dateien, sonst „Importierte Ergebnisse“</translation>
        </message>
        <message>
            <source>frozen, still recording</source>
            <translation>eingefroren, zeichnet weiter auf</translation>
        </message>
        <message>
            <source>full text</source>
            <translation>Volltext</translation>
        </message>
        <message>
            <source>half within</source>
            <translation>die Hälfte in</translation>
        </message>
        <message>
            <source>held</source>
            <translation>angehalten</translation>
        </message>
        <message>
            <source>hidden (tick it in the table)</source>
            <translation>ausgeblendet (in der Tabelle anhaken)</translation>
        </message>
        <message>
            <source>high load</source>
            <translation>hohe Last</translation>
        </message>
        <message>
            <source>highest IOPS</source>
            <translation>höchste IOPS</translation>
        </message>
        <message>
            <source>highest {label}</source>
            <translation>höchste {label}</translation>
        </message>
        <message>
            <source>highlight a row, and compare by it</source>
            <translation>eine Zeile hervorheben und nach ihr vergleichen</translation>
        </message>
        <message>
            <source>highlight the next row</source>
            <translation>nächste Zeile hervorheben</translation>
        </message>
        <message>
            <source>highlight the next row, or none</source>
            <translation>die nächste Zeile hervorheben, oder keine</translation>
        </message>
        <message>
            <source>histogram: a share of more than 100 %</source>
            <translation>Histogramm: ein Anteil von mehr als 100 %</translation>
        </message>
        <message>
            <source>histogram: {count} figures of {bins}: the line is cut off or damaged</source>
            <translation>Histogramm: {count} Werte von {bins}: Die Zeile ist abgeschnitten oder beschädigt</translation>
        </message>
        <message>
            <source>https://… (none: nothing is asked)</source>
            <translation>https://… (keine: nichts wird gefragt)</translation>
        </message>
        <message>
            <source>identical: all hold checksum {checksum}</source>
            <translation>gleich: Alle haben die Prüfsumme {checksum}</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>Leerlauf</translation>
        </message>
        <message>
            <source>idle s</source>
            <translation>Ruhe davor, s</translation>
        </message>
        <message>
            <source>import</source>
            <translation>importiert</translation>
        </message>
        <message>
            <source>imported</source>
            <translation>importiert</translation>
        </message>
        <message>
            <source>imported results: Outpace did not observe these runs</source>
            <translation>diese Ergebnisse sind von anderswo: Outpace hat ihre Läufe nicht beobachtet</translation>
        </message>
        <message>
            <source>in use by another run or build</source>
            <translation>von einem anderen Lauf oder Aufbau benutzt</translation>
        </message>
        <message>
            <source>in {share} of the other's time</source>
            <translation>in {share} der Zeit des anderen</translation>
        </message>
        <message>
            <source>incomplete</source>
            <translation>unvollständig</translation>
        </message>
        <message>
            <source>incomplete: {stopped} after {measured_s:.0f} of {planned_s} s of measuring</source>
            <translation>unvollständig: {stopped} nach {measured_s:.0f} von {planned_s} s Messung</translation>
        </message>
        <message>
            <source>incomplete: {stopped} after {steps} measured steps of the {plan}</source>
            <translation>unvollständig: {stopped} nach {steps} gemessenen Stufen ({plan})</translation>
        </message>
        <message>
            <source>indexes</source>
            <translation>Indizes</translation>
        </message>
        <message>
            <source>invalid JSON at "{near}"</source>
            <translation>kein gültiges JSON bei "{near}"</translation>
        </message>
        <message>
            <source>invalid JSON: {reason}</source>
            <translation>kein gültiges JSON: {reason}</translation>
        </message>
        <message>
            <source>invalid TOML: {reason}</source>
            <translation>kein gültiges TOML: {reason}</translation>
        </message>
        <message>
            <source>invalid XML: cut off or damaged ({reason})</source>
            <translation>kein gültiges XML, abgeschnitten oder beschädigt ({reason})</translation>
        </message>
        <message>
            <source>invalid XML: it contains characters that are not text</source>
            <translation>kein gültiges XML: Es enthält Zeichen, die in keinem Text vorkommen</translation>
        </message>
        <message>
            <source>ipmitool has not answered within {seconds} s</source>
            <translation>ipmitool hat innerhalb von {seconds} s nicht geantwortet</translation>
        </message>
        <message>
            <source>ipmitool is not installed on this machine. Install it, or use redfish.</source>
            <translation>ipmitool ist auf diesem Rechner nicht installiert. Installieren Sie es, oder verwenden Sie redfish.</translation>
        </message>
        <message>
            <source>ipmitool reads no power ({told}). It needs a controller with DCMI, and root on this machine or the user's privilege on the controller.</source>
            <translation>ipmitool liest keine Leistung ({told}). Es braucht einen Controller mit DCMI und root auf diesem Rechner oder das Recht des Benutzers auf dem Controller.</translation>
        </message>
        <message>
            <source>is not valid {encoding} text here; save it as UTF-8</source>
            <translation>Hier steht kein gültiger Text in {encoding}; speichern Sie ihn als UTF-8</translation>
        </message>
        <message>
            <source>it and {other} are both {kind} of {system}, run {run}{target}: distinguish them with --run or --target "NAME={file}"</source>
            <translation>sie und {other} sind beide {kind} von {system}, Lauf {run}{target}: Unterscheiden Sie sie mit --run oder --target "NAME={file}"</translation>
        </message>
        <message>
            <source>it behaves as Outpace never does ({fault}): see who uses that machine</source>
            <translation>er verhält sich, wie es Outpace nie tut ({fault}): Sehen Sie nach, wer diesen Rechner benutzt</translation>
        </message>
        <message>
            <source>it can no longer write</source>
            <translation>es kann nicht mehr schreiben</translation>
        </message>
        <message>
            <source>it can't call the ODBC driver manager: {error}</source>
            <translation>der ODBC-Treibermanager lässt sich nicht nativ aufrufen: {error}</translation>
        </message>
        <message>
            <source>it contains a {part}, which no session has</source>
            <translation>enthält {part}, was es in keiner Sitzung gibt</translation>
        </message>
        <message>
            <source>it contains no DVD Store driver lines (et= ... n_overall=...)</source>
            <translation>Darin ist keine Zeile eines DVD-Store-Treibers (et= ... n_overall=...)</translation>
        </message>
        <message>
            <source>it contains no JSON document</source>
            <translation>Darin ist kein JSON-Dokument</translation>
        </message>
        <message>
            <source>it contains no [[results]] with figures</source>
            <translation>Darin ist kein Wert: Es fehlt ein [[results]] mit Werten</translation>
        </message>
        <message>
            <source>it contains no complete SQLIO run (IOs/sec, MBs/sec)</source>
            <translation>Kein Lauf von SQLIO darin kam zu einem Ergebnis (IOs/sec, MBs/sec)</translation>
        </message>
        <message>
            <source>it contains no complete reading</source>
            <translation>Darin ist kein vollständiger Messwert</translation>
        </message>
        <message>
            <source>it contains no counters</source>
            <translation>Darin sind keine Zähler</translation>
        </message>
        <message>
            <source>it contains no counts of transactions</source>
            <translation>Darin sind keine Zahlen von Transaktionen</translation>
        </message>
        <message>
            <source>it contains no diskspd &lt;Results&gt;: it is other XML, or cut off</source>
            <translation>Darin ist kein &lt;Results&gt; von diskspd: Es ist anderes XML, oder es ist abgeschnitten</translation>
        </message>
        <message>
            <source>it contains no figures</source>
            <translation>Darin ist kein Wert</translation>
        </message>
        <message>
            <source>it contains no figures of stored procedures (PROC: ...)</source>
            <translation>Darin sind keine Werte gespeicherter Prozeduren (PROC: ...)</translation>
        </message>
        <message>
            <source>it contains no fio JSON (--output-format=json)</source>
            <translation>Darin ist kein JSON von fio (--output-format=json)</translation>
        </message>
        <message>
            <source>it contains only comments</source>
            <translation>Darin sind nur Kommentare</translation>
        </message>
        <message>
            <source>it contains zero bytes here: the file is damaged or cut off</source>
            <translation>Hier stehen Nullbytes: Die Datei ist beschädigt oder abgeschnitten</translation>
        </message>
        <message>
            <source>it counts several databases: {names}</source>
            <translation>Es zählt mehrere Datenbanken: {names}</translation>
        </message>
        <message>
            <source>it does not answer in time</source>
            <translation>es antwortet nicht rechtzeitig</translation>
        </message>
        <message>
            <source>it does not say what it is: {reason}</source>
            <translation>er sagt nicht, was er ist: {reason}</translation>
        </message>
        <message>
            <source>it ends before the load began: check --start and --offset</source>
            <translation>Sie endet vor Beginn der Last: Prüfen Sie --start und --offset</translation>
        </message>
        <message>
            <source>it has a document type (&lt;!DOCTYPE), which is refused: diskspd writes none</source>
            <translation>Die Datei hat einen Dokumenttyp (&lt;!DOCTYPE) und wird abgelehnt: diskspd schreibt keinen</translation>
        </message>
        <message>
            <source>it has a document type or entities, which are refused: diskspd writes none</source>
            <translation>Die Datei hat einen Dokumenttyp oder Entitäten und wird abgelehnt: diskspd schreibt keine</translation>
        </message>
        <message>
            <source>it has apparent power (VA), which is not what a system uses; figures per watt take a column of real power (W, kW)</source>
            <translation>es enthält Scheinleistung (VA), die nicht die aufgenommene ist; Werte pro Watt brauchen eine Spalte mit Wirkleistung (W, kW)</translation>
        </message>
        <message>
            <source>it has no counters</source>
            <translation>sie hat keine Zähler</translation>
        </message>
        <message>
            <source>it has no result</source>
            <translation>er hat kein Ergebnis</translation>
        </message>
        <message>
            <source>it has no rows with figures</source>
            <translation>Darin ist keine Zeile mit Werten</translation>
        </message>
        <message>
            <source>it has no times: call iostat with -t</source>
            <translation>Es hat keine Zeiten: Rufen Sie iostat mit -t auf</translation>
        </message>
        <message>
            <source>it has {count:,} counters; at most {most:,} of a log can be imported</source>
            <translation>sie hat {count:,} Zähler; höchstens {most:,} eines Protokolls lassen sich importieren</translation>
        </message>
        <message>
            <source>it has {entries:,} tables and indexes, more than any session</source>
            <translation>sie hat {entries:,} Tabellen und Indizes, mehr als jede Sitzung</translation>
        </message>
        <message>
            <source>it heard nothing from here for {seconds:g} s</source>
            <translation>er hörte {seconds:g} s lang nichts von hier</translation>
        </message>
        <message>
            <source>it holds a password, and a scenario holds no secret: take it out (PWD=...;) and write password = "keyring", "prompt" or "env:NAME" instead</source>
            <translation>enthält ein Kennwort, und ein Szenario enthält kein Geheimnis: Nehmen Sie es heraus (PWD=...;) und schreiben Sie stattdessen password = "keyring", "prompt" oder "env:NAME"</translation>
        </message>
        <message>
            <source>it holds fewer than two reports: nothing was measured between them</source>
            <translation>Darin sind weniger als zwei Berichte: Dazwischen wurde nichts gemessen</translation>
        </message>
        <message>
            <source>it holds nothing that is imported (processors, disks, memory, network). Import what this gives: {command}</source>
            <translation>es enthält nichts, was importiert wird (Prozessoren, Platten, Speicher, Netz). Importieren Sie, was dies ergibt: {command}</translation>
        </message>
        <message>
            <source>it is no power meter's log ({kind}); outpace import takes other results</source>
            <translation>es ist kein Protokoll eines Leistungsmessers ({kind}); andere Ergebnisse nimmt outpace import</translation>
        </message>
        <message>
            <source>it is not UTF-8 text</source>
            <translation>das ist kein UTF-8-Text</translation>
        </message>
        <message>
            <source>it is the database of "{owner}" already</source>
            <translation>sie ist schon die Datenbank von „{owner}“</translation>
        </message>
        <message>
            <source>it is used as it is</source>
            <translation>sie wird benutzt, wie sie ist</translation>
        </message>
        <message>
            <source>it lies on the machine that drives it, and {agents} are several: give it one of them (from), and each of the others a target of its own</source>
            <translation>es liegt auf dem Rechner, der es belastet, und {agents} sind mehrere: Geben Sie ihm einen davon (from) und jedem anderen ein eigenes Ziel</translation>
        </message>
        <message>
            <source>it looks at what the same load has written, and needs reads and writes: read_percent from 1 to 99, and no plan that only reads or only writes at a time</source>
            <translation>geprüft wird, was dieselbe Last geschrieben hat; das braucht Lese- und Schreibzugriffe: read_percent von 1 bis 99 und keinen Plan, der jeweils nur liest oder nur schreibt</translation>
        </message>
        <message>
            <source>it names a database; write that in the key database, which Outpace also builds and drops</source>
            <translation>nennt eine Datenbank; schreiben Sie sie in den Schlüssel database, die Outpace auch aufbaut und löscht</translation>
        </message>
        <message>
            <source>it names neither a DRIVER nor a DSN</source>
            <translation>nennt weder DRIVER noch DSN</translation>
        </message>
        <message>
            <source>it needs a file of at least {blocks:,} blocks</source>
            <translation>es braucht eine Datei von mindestens {blocks:,} Blöcken</translation>
        </message>
        <message>
            <source>it needs more memory than there is</source>
            <translation>sie braucht mehr Arbeitsspeicher, als es gibt</translation>
        </message>
        <message>
            <source>it needs one block size, so that no write covers a part of another</source>
            <translation>es braucht eine einzige Blockgröße, damit kein Schreibzugriff einen Teil eines anderen überdeckt</translation>
        </message>
        <message>
            <source>it runs on this machine as process {pid}, whose processor time is counted</source>
            <translation>er läuft auf diesem Rechner als Prozess {pid}, dessen Prozessorzeit gezählt wird</translation>
        </message>
        <message>
            <source>it starts {hours:,.1f} h after the load: check --start and --offset</source>
            <translation>Sie beginnt {hours:,.1f} h nach der Last: Prüfen Sie --start und --offset</translation>
        </message>
        <message>
            <source>it starts {hours:,.1f} h before the load: check --start and --offset</source>
            <translation>Sie beginnt {hours:,.1f} h vor der Last: Prüfen Sie --start und --offset</translation>
        </message>
        <message>
            <source>it stood still: a process that was stopped, or a computer that slept</source>
            <translation>er stand still: ein angehaltener Prozess, oder ein Rechner im Ruhezustand</translation>
        </message>
        <message>
            <source>it takes nothing of what it is sent</source>
            <translation>er nimmt nichts von dem an, was ihm gesendet wird</translation>
        </message>
        <message>
            <source>its ODBC string's server</source>
            <translation>Server ihrer ODBC-Zeichenkette</translation>
        </message>
        <message>
            <source>its bytes are no longer those that were built</source>
            <translation>ihre Bytes sind nicht mehr die, die aufgebaut wurden</translation>
        </message>
        <message>
            <source>its calls fail</source>
            <translation>seine Aufrufe schlagen fehl</translation>
        </message>
        <message>
            <source>its clock is {seconds:.3f} s ahead (± {uncertain:.3f} s)</source>
            <translation>seine Uhr geht {seconds:.3f} s vor (± {uncertain:.3f} s)</translation>
        </message>
        <message>
            <source>its clock is {seconds:.3f} s behind (± {uncertain:.3f} s)</source>
            <translation>seine Uhr geht {seconds:.3f} s nach (± {uncertain:.3f} s)</translation>
        </message>
        <message>
            <source>its clock was set back within an hour of the run's start: tell how far it was ahead of UTC at its first row (--zone +02:00)</source>
            <translation>seine Uhr wurde innerhalb einer Stunde um den Beginn des Laufs zurückgestellt: angeben, wie weit sie bei der ersten Zeile vor UTC lag (--zone +02:00)</translation>
        </message>
        <message>
            <source>its connection is lost</source>
            <translation>die Verbindung ist weg</translation>
        </message>
        <message>
            <source>its cycle cannot be compiled: {error}</source>
            <translation>sein Zyklus lässt sich nicht übersetzen: {error}</translation>
        </message>
        <message>
            <source>its database is missing</source>
            <translation>Datenbank fehlt</translation>
        </message>
        <message>
            <source>its device is gone</source>
            <translation>Gerät nicht mehr da</translation>
        </message>
        <message>
            <source>its disk is full</source>
            <translation>der Datenträger ist voll</translation>
        </message>
        <message>
            <source>its disk reports errors</source>
            <translation>der Datenträger meldet Fehler</translation>
        </message>
        <message>
            <source>its drive is gone</source>
            <translation>das Laufwerk ist weg</translation>
        </message>
        <message>
            <source>its file system ({file_system}) is memory</source>
            <translation>das Dateisystem ({file_system}) liegt im Arbeitsspeicher</translation>
        </message>
        <message>
            <source>its file system refuses it</source>
            <translation>das Dateisystem lehnt es ab</translation>
        </message>
        <message>
            <source>its format can't be imported; supported are {known}</source>
            <translation>Das lässt sich nicht importieren; importiert werden: {known}</translation>
        </message>
        <message>
            <source>its lists or tables lie too deep in each other</source>
            <translation>Listen oder Tabellen sind zu tief ineinander geschachtelt</translation>
        </message>
        <message>
            <source>its log is full</source>
            <translation>das Protokoll ist voll</translation>
        </message>
        <message>
            <source>its memory is full</source>
            <translation>der Speicher ist voll</translation>
        </message>
        <message>
            <source>its process ended (exit code {code})</source>
            <translation>sein Prozess endete (Exitcode {code})</translation>
        </message>
        <message>
            <source>its process there ended, or its connection did</source>
            <translation>sein Prozess dort endete, oder seine Verbindung</translation>
        </message>
        <message>
            <source>its process was killed (signal {signal})</source>
            <translation>sein Prozess wurde beendet (Signal {signal})</translation>
        </message>
        <message>
            <source>its readings are from {log_from} to {log_to}, the run was from {run_from} to {run_to} ({zone}): they do not overlap. For a wrong clock give the seconds to add (--offset), for another time zone its distance from UTC (--zone +01:00)</source>
            <translation>seine Messwerte reichen von {log_from} bis {log_to}, der Lauf von {run_from} bis {run_to} ({zone}): Sie überschneiden sich nicht. Bei falscher Uhr die Sekunden angeben, die zu addieren sind (--offset), bei anderer Zeitzone ihren Abstand zu UTC (--zone +01:00)</translation>
        </message>
        <message>
            <source>its server is off</source>
            <translation>der Server ist aus</translation>
        </message>
        <message>
            <source>its server is shutting down</source>
            <translation>Server fährt herunter</translation>
        </message>
        <message>
            <source>its server is starting</source>
            <translation>Server startet</translation>
        </message>
        <message>
            <source>its server is starting again</source>
            <translation>der Server startet neu</translation>
        </message>
        <message>
            <source>its statistics can't be read: {error}</source>
            <translation>seine Statistik lässt sich nicht lesen: {error}</translation>
        </message>
        <message>
            <source>its statistics have no row just now</source>
            <translation>seine Statistik hat gerade keine Zeile</translation>
        </message>
        <message>
            <source>its tables take too long to look through</source>
            <translation>ihre Tabellen durchzusehen dauert zu lange</translation>
        </message>
        <message>
            <source>its times are seconds and say no time of day: tell when the load began, in seconds after its first row (--start 12.5)</source>
            <translation>seine Zeiten sind Sekunden und nennen keine Uhrzeit: angeben, wann die Last begann, in Sekunden nach der ersten Zeile (--start 12.5)</translation>
        </message>
        <message>
            <source>its times are seconds: give --start as seconds after its first row</source>
            <translation>Die Zeiten darin sind Sekunden: Geben Sie --start als Sekunden nach der ersten Zeile an</translation>
        </message>
        <message>
            <source>its users are in Python alone</source>
            <translation>seine Benutzer gibt es nur in Python</translation>
        </message>
        <message>
            <source>its values are nested too deeply</source>
            <translation>ihre Werte sind zu tief verschachtelt</translation>
        </message>
        <message>
            <source>job "{job}" ended with error {error}: it has no result</source>
            <translation>Job "{job}" endete mit Fehler {error}: Er hat kein Ergebnis</translation>
        </message>
        <message>
            <source>job "{job}": {name} is missing</source>
            <translation>Job "{job}": {name} fehlt</translation>
        </message>
        <message>
            <source>job "{job}": {name} is not a number of at least 0 ({value})</source>
            <translation>Job "{job}": {name} ist keine Zahl von mindestens 0 ({value})</translation>
        </message>
        <message>
            <source>job "{name}" has no figures of "{kind}": it is damaged or cut off</source>
            <translation>Job "{name}" hat keine Werte zu "{kind}": beschädigt oder abgeschnitten</translation>
        </message>
        <message>
            <source>join</source>
            <translation>zusammengefügt</translation>
        </message>
        <message>
            <source>joined</source>
            <translation>zusammengefügt</translation>
        </message>
        <message>
            <source>keep a snapshot</source>
            <translation>einen Schnappschuss behalten</translation>
        </message>
        <message>
            <source>keep file</source>
            <translation>Datei behalten</translation>
        </message>
        <message>
            <source>kind</source>
            <translation>Art</translation>
        </message>
        <message>
            <source>larger than 1 MiB: use CSV for this many results</source>
            <translation>größer als 1 MiB: Schreiben Sie so viele Ergebnisse als CSV</translation>
        </message>
        <message>
            <source>larger than {mib} MiB: import the runs in parts</source>
            <translation>größer als {mib} MiB: Importieren Sie die Läufe in Teilen</translation>
        </message>
        <message>
            <source>latency {rank}: the line is cut off or damaged</source>
            <translation>Latenz {rank}: Die Zeile ist abgeschnitten oder beschädigt</translation>
        </message>
        <message>
            <source>leave the booth view</source>
            <translation>Standansicht verlassen</translation>
        </message>
        <message>
            <source>length</source>
            <translation>Länge</translation>
        </message>
        <message>
            <source>less is better</source>
            <translation>weniger ist besser</translation>
        </message>
        <message>
            <source>levels have the users: leave one of the two out</source>
            <translation>levels nennt die Benutzer: Lassen Sie eines von beiden weg</translation>
        </message>
        <message>
            <source>libpq is PostgreSQL's own library and costs the least; it needs the native driver. Automatic: libpq where this machine has it, else ODBC.</source>
            <translation>libpq ist PostgreSQLs eigene Bibliothek und kostet am wenigsten; sie braucht den nativen Treiber. Automatisch: libpq, wo dieser Rechner sie hat, sonst ODBC.</translation>
        </message>
        <message>
            <source>libpq, PostgreSQL's own library</source>
            <translation>libpq, PostgreSQLs eigene Bibliothek</translation>
        </message>
        <message>
            <source>limit {value}</source>
            <translation>Grenze {value}</translation>
        </message>
        <message>
            <source>limits {letters}</source>
            <translation>begrenzt {letters}</translation>
        </message>
        <message>
            <source>line items</source>
            <translation>Posten</translation>
        </message>
        <message>
            <source>line {line}: \gset into more than {most} variables</source>
            <translation>Zeile {line}: \gset in mehr als {most} Variablen</translation>
        </message>
        <message>
            <source>line {line}: {what}</source>
            <translation>Zeile {line}: {what}</translation>
        </message>
        <message>
            <source>load profile</source>
            <translation>Lastverlauf</translation>
        </message>
        <message>
            <source>load profile of {points} points, {low} to {high} {load} per target</source>
            <translation>Lastverlauf aus {points} Punkten, {low} bis {high} {load} je Ziel</translation>
        </message>
        <message>
            <source>load profile, from {low} to {high} {load} per target for {seconds} s and back</source>
            <translation>Lastverlauf, von {low} auf {high} {load} je Ziel für {seconds} s und zurück</translation>
        </message>
        <message>
            <source>load profile, {pulses} pulses of {seconds} s from {low} to {high} {load} per target</source>
            <translation>Lastverlauf, {pulses} Pulse von {seconds} s von {low} auf {high} {load} je Ziel</translation>
        </message>
        <message>
            <source>log in as a user with the rights named in docs/servers.md, or ask the administrator for them</source>
            <translation>Melden Sie sich als Benutzer mit den Rechten an, die docs/servers.md nennt, oder bitten Sie den Administrator darum</translation>
        </message>
        <message>
            <source>login failed</source>
            <translation>Anmeldung fehlgeschlagen</translation>
        </message>
        <message>
            <source>look</source>
            <translation>ansehen</translation>
        </message>
        <message>
            <source>looking at</source>
            <translation>Ansehen von</translation>
        </message>
        <message>
            <source>looking up stored passwords…</source>
            <translation>Es wird nachgesehen, welche Kennwörter bekannt sind…</translation>
        </message>
        <message>
            <source>loop</source>
            <translation>Schleife</translation>
        </message>
        <message>
            <source>loop = "open" needs a rate (orders per second and target) above 0</source>
            <translation>loop = "open" braucht eine Rate (Bestellungen pro Sekunde je Ziel) über 0</translation>
        </message>
        <message>
            <source>lost at {time}</source>
            <translation>verloren um {time}</translation>
        </message>
        <message>
            <source>low load</source>
            <translation>niedrige Last</translation>
        </message>
        <message>
            <source>lower middle one of {runs} runs</source>
            <translation>unterer mittlerer von {runs} Läufen</translation>
        </message>
        <message>
            <source>machine</source>
            <translation>Rechner</translation>
        </message>
        <message>
            <source>machine of {agent}</source>
            <translation>Rechner von {agent}</translation>
        </message>
        <message>
            <source>machine of {where}</source>
            <translation>Rechner von {where}</translation>
        </message>
        <message>
            <source>mark this moment</source>
            <translation>Moment markieren</translation>
        </message>
        <message>
            <source>mark this moment of the run: a drive pulled, any words</source>
            <translation>diesen Moment des Laufs markieren: Laufwerk gezogen, beliebiger Text</translation>
        </message>
        <message>
            <source>max lag s</source>
            <translation>größter Verzug, s</translation>
        </message>
        <message>
            <source>may create databases</source>
            <translation>darf Datenbanken anlegen</translation>
        </message>
        <message>
            <source>may create the workload's triggers</source>
            <translation>darf die Trigger der Arbeitslast anlegen</translation>
        </message>
        <message>
            <source>may read the server's statistics</source>
            <translation>darf die Statistiken des Servers lesen</translation>
        </message>
        <message>
            <source>mean</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>mean, p50 and p99</source>
            <translation>Mittel, p50 und p99</translation>
        </message>
        <message>
            <source>measure</source>
            <translation>Messung</translation>
        </message>
        <message>
            <source>measured so far</source>
            <translation>bisher gemessen</translation>
        </message>
        <message>
            <source>measured {time} of {planned}</source>
            <translation>gemessen {time} von {planned}</translation>
        </message>
        <message>
            <source>measuring</source>
            <translation>Messung</translation>
        </message>
        <message>
            <source>median of {runs} runs</source>
            <translation>Median aus {runs} Läufen</translation>
        </message>
        <message>
            <source>memory</source>
            <translation>Arbeitsspeicher</translation>
        </message>
        <message>
            <source>metric: the name is missing</source>
            <translation>metric: Der Name fehlt</translation>
        </message>
        <message>
            <source>more is better</source>
            <translation>mehr ist besser</translation>
        </message>
        <message>
            <source>more than {depth} brackets and operators within each other</source>
            <translation>mehr als {depth} ineinander geschachtelte Klammern und Operatoren</translation>
        </message>
        <message>
            <source>more than {most:,} lines: fio's --log_avg_msec writes fewer</source>
            <translation>mehr als {most:,} Zeilen: Mit --log_avg_msec schreibt fio weniger</translation>
        </message>
        <message>
            <source>more than {most_figures:,} figures: too many for run totals</source>
            <translation>mehr als {most_figures:,} Werte: Ergebnisse von Läufen sind wenige</translation>
        </message>
        <message>
            <source>more than {most_rows:,} lines</source>
            <translation>mehr als {most_rows:,} Zeilen</translation>
        </message>
        <message>
            <source>more than {most_rows:,} readings</source>
            <translation>mehr als {most_rows:,} Messwerte</translation>
        </message>
        <message>
            <source>more than {most_rows:,} samples</source>
            <translation>mehr als {most_rows:,} Messwerte</translation>
        </message>
        <message>
            <source>more than {most_runs:,} runs</source>
            <translation>mehr als {most_runs:,} Läufe</translation>
        </message>
        <message>
            <source>more than {most_run} repeats of one test</source>
            <translation>mehr als {most_run} Wiederholungen eines Tests</translation>
        </message>
        <message>
            <source>more than {most} commands</source>
            <translation>mehr als {most} Befehle</translation>
        </message>
        <message>
            <source>more than {most} figures</source>
            <translation>mehr als {most} Werte</translation>
        </message>
        <message>
            <source>more than {most} stored procedures</source>
            <translation>mehr als {most} gespeicherte Prozeduren</translation>
        </message>
        <message>
            <source>more than {most} targets</source>
            <translation>mehr als {most} Ziele</translation>
        </message>
        <message>
            <source>more than {most} {command} within each other</source>
            <translation>mehr als {most} ineinander geschachtelte {command}</translation>
        </message>
        <message>
            <source>most TPS</source>
            <translation>meiste TPS</translation>
        </message>
        <message>
            <source>most orders per minute</source>
            <translation>meiste Bestellungen pro Minute</translation>
        </message>
        <message>
            <source>most orders per minute, {users} users</source>
            <translation>meiste Bestellungen pro Minute, {users} Nutzer</translation>
        </message>
        <message>
            <source>most transactions per second</source>
            <translation>meiste Transaktionen pro Sekunde</translation>
        </message>
        <message>
            <source>most transactions per second, {users} users</source>
            <translation>meiste Transaktionen pro Sekunde, {users} Benutzer</translation>
        </message>
        <message>
            <source>most users with a {figure} of {operation} of at most {limit} ms</source>
            <translation>meiste Nutzer mit {figure} von {operation} bis höchstens {limit} ms</translation>
        </message>
        <message>
            <source>most users within a latency</source>
            <translation>meiste Nutzer innerhalb einer Latenz</translation>
        </message>
        <message>
            <source>move to the next screen</source>
            <translation>auf den nächsten Bildschirm</translation>
        </message>
        <message>
            <source>name</source>
            <translation>Name</translation>
        </message>
        <message>
            <source>name the database for {title} on {where}</source>
            <translation>Nennen Sie die Datenbank für {title} auf {where}</translation>
        </message>
        <message>
            <source>native storage I/O is there on Linux and Windows alone</source>
            <translation>nativen Storage-I/O gibt es nur unter Linux und Windows</translation>
        </message>
        <message>
            <source>needs a recorded session: open one first</source>
            <translation>braucht eine aufgezeichnete Sitzung: öffnen Sie zuerst eine</translation>
        </message>
        <message>
            <source>needs a session: open one, or run the demo</source>
            <translation>braucht eine Sitzung: öffnen Sie eine oder starten Sie die Demo</translation>
        </message>
        <message>
            <source>needs device = true; files that are not Outpace's are never overwritten</source>
            <translation>braucht device = true; Dateien, die nicht von Outpace sind, werden nie überschrieben</translation>
        </message>
        <message>
            <source>needs order = "one at a time"</source>
            <translation>braucht order = "one at a time"</translation>
        </message>
        <message>
            <source>needs skew = "{skew}"</source>
            <translation>braucht skew = "{skew}"</translation>
        </message>
        <message>
            <source>neither</source>
            <translation>keins</translation>
        </message>
        <message>
            <source>new customers, %</source>
            <translation>neue Kunden, %</translation>
        </message>
        <message>
            <source>next in the loop</source>
            <translation>Nächstes der Schleife</translation>
        </message>
        <message>
            <source>next of the loop; in a replay 10 s on</source>
            <translation>Nächstes der Schleife; in einer Wiedergabe 10 s vor</translation>
        </message>
        <message>
            <source>next screen</source>
            <translation>nächster Bildschirm</translation>
        </message>
        <message>
            <source>no</source>
            <translation>nein</translation>
        </message>
        <message>
            <source>no ODBC driver for {engine} is installed on this machine. Install one, then try again: {advice}</source>
            <translation>Auf diesem Rechner ist kein ODBC-Treiber für {engine} installiert. Installieren Sie einen und versuchen Sie es dann erneut: {advice}</translation>
        </message>
        <message>
            <source>no answer</source>
            <translation>keine Antwort</translation>
        </message>
        <message>
            <source>no clear difference</source>
            <translation>kein klarer Unterschied</translation>
        </message>
        <message>
            <source>no connection to {place}: {reason}</source>
            <translation>keine Verbindung zu {place}: {reason}</translation>
        </message>
        <message>
            <source>no counter matches --counters {patterns}; there are {count:,}, such as {names}</source>
            <translation>kein Zähler passt zu --counters {patterns}; es gibt {count:,}, etwa {names}</translation>
        </message>
        <message>
            <source>no data</source>
            <translation>keine Daten</translation>
        </message>
        <message>
            <source>no data for {seconds} s</source>
            <translation>seit {seconds} s keine Daten</translation>
        </message>
        <message>
            <source>no data in this time range</source>
            <translation>keine Daten in diesem Zeitraum</translation>
        </message>
        <message>
            <source>no data yet</source>
            <translation>noch keine Daten</translation>
        </message>
        <message>
            <source>no figure of it can be used: impossible values in line {places}</source>
            <translation>kein Wert davon ist brauchbar: unmögliche Werte in Zeile {places}</translation>
        </message>
        <message>
            <source>no file has such a name</source>
            <translation>so heißt keine Datei</translation>
        </message>
        <message>
            <source>no file is of the system "{name}"</source>
            <translation>keine Datei gehört zum System „{name}“</translation>
        </message>
        <message>
            <source>no interval: they did not run together</source>
            <translation>kein Intervall: sie liefen nicht gemeinsam</translation>
        </message>
        <message>
            <source>no log has the counter "{path}"</source>
            <translation>Kein Protokoll hat den Zähler "{path}"</translation>
        </message>
        <message>
            <source>no log has the counter "{path}"; did you mean "{near}"?</source>
            <translation>Kein Protokoll hat den Zähler "{path}"; ist "{near}" gemeint?</translation>
        </message>
        <message>
            <source>no longer firm</source>
            <translation>nicht mehr gesichert</translation>
        </message>
        <message>
            <source>no ratio: all that arrived was completed</source>
            <translation>kein Verhältnis: alles, was ankam, wurde erledigt</translation>
        </message>
        <message>
            <source>no ratio: calls still open could raise it</source>
            <translation>kein Verhältnis: noch offene Aufrufe könnten den Wert erhöhen</translation>
        </message>
        <message>
            <source>no ratio: the search ended before the limit</source>
            <translation>kein Verhältnis: die Suche endete vor der Grenze</translation>
        </message>
        <message>
            <source>no repeat gave a valid figure for both systems</source>
            <translation>keine Wiederholung ergab für beide Systeme einen gültigen Wert</translation>
        </message>
        <message>
            <source>no sign of life for {seconds:.0f} s: the network is cut, or the machine is off</source>
            <translation>kein Lebenszeichen seit {seconds:.0f} s: Das Netzwerk ist unterbrochen, oder der Rechner ist aus</translation>
        </message>
        <message>
            <source>no system is called "{name}"; there are {known}</source>
            <translation>kein System heißt „{name}“; es gibt {known}</translation>
        </message>
        <message>
            <source>no system is named "{name}"; the systems are {known}</source>
            <translation>kein System heißt „{name}“; die Systeme sind {known}</translation>
        </message>
        <message>
            <source>no think time</source>
            <translation>keine Denkzeit</translation>
        </message>
        <message>
            <source>no trims after precondition_steady, which they would undo</source>
            <translation>keine Trims nach precondition_steady, das sie zunichtemachten</translation>
        </message>
        <message>
            <source>no trims together with verify, or with a mix of block sizes</source>
            <translation>keine Trims zusammen mit verify oder mit mehreren Blockgrößen</translation>
        </message>
        <message>
            <source>no trims with a plan that only reads or only writes at a time</source>
            <translation>keine Trims mit einem Plan, der jeweils nur liest oder nur schreibt</translation>
        </message>
        <message>
            <source>no worker answers</source>
            <translation>kein Arbeitsprozess antwortet</translation>
        </message>
        <message>
            <source>no worker has answered on {agents} for {seconds:.0f} s</source>
            <translation>kein Arbeitsprozess auf {agents} hat seit {seconds:.0f} s geantwortet</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <source>none chosen</source>
            <translation>keiner gewählt</translation>
        </message>
        <message>
            <source>none found</source>
            <translation>keine gefunden</translation>
        </message>
        <message>
            <source>none of its jobs read or wrote anything</source>
            <translation>Kein Job darin hat etwas gelesen oder geschrieben</translation>
        </message>
        <message>
            <source>none yet</source>
            <translation>noch keine gehalten</translation>
        </message>
        <message>
            <source>not all systems have a commit on disk before they confirm it: {each}</source>
            <translation>nicht bei allen Systemen ist ein Commit auf dem Datenträger, bevor sein Nutzer davon erfährt: {each}</translation>
        </message>
        <message>
            <source>not all systems were driven alike ({drivers}): their figures compare the drivers too</source>
            <translation>nicht alle Systeme wurden vom gleichen Lasterzeuger belastet ({drivers}): Ihre Werte vergleichen auch die Lasterzeuger</translation>
        </message>
        <message>
            <source>not available right now</source>
            <translation>gerade nicht möglich</translation>
        </message>
        <message>
            <source>not back</source>
            <translation>nicht wieder</translation>
        </message>
        <message>
            <source>not built</source>
            <translation>nicht aufgebaut</translation>
        </message>
        <message>
            <source>not comparable with TPC-C results</source>
            <translation>nicht mit TPC-C-Ergebnissen vergleichbar</translation>
        </message>
        <message>
            <source>not comparable with TPC-E results</source>
            <translation>nicht mit TPC-E-Ergebnissen vergleichbar</translation>
        </message>
        <message>
            <source>not every session contains its scenario: the load may have been different</source>
            <translation>nicht jede Sitzung nennt ihr Szenario: ob die Last dieselbe war, ist nicht bekannt</translation>
        </message>
        <message>
            <source>not finished</source>
            <translation>nicht fertig</translation>
        </message>
        <message>
            <source>not finished in time</source>
            <translation>nicht rechtzeitig fertig</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>nicht bekannt</translation>
        </message>
        <message>
            <source>not known from here: the server runs in a container or on another machine</source>
            <translation>von hier aus nicht bekannt: der Server läuft in einem Container oder auf einem anderen Rechner</translation>
        </message>
        <message>
            <source>not native</source>
            <translation>nicht nativ</translation>
        </message>
        <message>
            <source>not ready</source>
            <translation>nicht bereit</translation>
        </message>
        <message>
            <source>not recorded in every session</source>
            <translation>nicht in jeder Sitzung aufgezeichnet</translation>
        </message>
        <message>
            <source>not saved yet</source>
            <translation>noch nicht gespeichert</translation>
        </message>
        <message>
            <source>not simultaneous</source>
            <translation>nicht gleichzeitig</translation>
        </message>
        <message>
            <source>not simultaneous: the sessions were recorded at different times</source>
            <translation>nicht gleichzeitig: Die Sitzungen wurden zu verschiedenen Zeiten aufgezeichnet</translation>
        </message>
        <message>
            <source>not simultaneous: the systems were run alternating</source>
            <translation>nicht gleichzeitig: Die Systeme liefen abwechselnd</translation>
        </message>
        <message>
            <source>not simultaneous: the systems were run one at a time</source>
            <translation>nicht gleichzeitig: Die Systeme liefen nacheinander</translation>
        </message>
        <message>
            <source>not started</source>
            <translation>nicht begonnen</translation>
        </message>
        <message>
            <source>not steady</source>
            <translation>nicht eingeschwungen</translation>
        </message>
        <message>
            <source>not valid</source>
            <translation>nicht gültig</translation>
        </message>
        <message>
            <source>nothing measured yet</source>
            <translation>noch nichts gemessen</translation>
        </message>
        <message>
            <source>nothing to undo or redo</source>
            <translation>es gibt nichts zurückzunehmen oder wiederherzustellen</translation>
        </message>
        <message>
            <source>nothing uses the agent "{name}": name it in from of a system or target, or watch it (source = "agent"), or take it out</source>
            <translation>nichts verwendet den Agenten „{name}“: Nennen Sie ihn in from eines Systems oder Ziels, beobachten Sie ihn (source = "agent"), oder entfernen Sie ihn</translation>
        </message>
        <message>
            <source>nothing was measured</source>
            <translation>nichts wurde gemessen</translation>
        </message>
        <message>
            <source>now</source>
            <translation>jetzt</translation>
        </message>
        <message>
            <source>off</source>
            <translation>aus</translation>
        </message>
        <message>
            <source>on</source>
            <translation>an</translation>
        </message>
        <message>
            <source>on another machine it needs a whole path: {name} = "/..." as it is called on {agent}</source>
            <translation>auf einem anderen Rechner braucht es einen ganzen Pfad: {name} = "/...", wie er auf {agent} heißt</translation>
        </message>
        <message>
            <source>on this engine the transactions' statements are not tried before the run</source>
            <translation>auf diesem Datenbanksystem werden die Anweisungen der Transaktionen vor dem Lauf nicht erprobt</translation>
        </message>
        <message>
            <source>one a line: a counter, or Name = [counter] + 2 x [counter]</source>
            <translation>einer je Zeile: ein Zähler, oder Name = [Zähler] + 2 x [Zähler]</translation>
        </message>
        <message>
            <source>one at a time</source>
            <translation>einzeln</translation>
        </message>
        <message>
            <source>one customer ordered on each side</source>
            <translation>auf jeder Seite bestellte ein Kunde</translation>
        </message>
        <message>
            <source>one customer orders on each side</source>
            <translation>auf jeder Seite bestellt ein Kunde</translation>
        </message>
        <message>
            <source>one line of at most 200 characters</source>
            <translation>eine Zeile mit höchstens 200 Zeichen</translation>
        </message>
        <message>
            <source>one meter can't tell apart what {systems} took: they were under load at the same time. Meter each, or let them take turns</source>
            <translation>ein Messgerät kann nicht unterscheiden, was {systems} aufnahmen: Sie waren gleichzeitig unter Last. Jedes einzeln messen oder sie abwechselnd laufen lassen</translation>
        </message>
        <message>
            <source>one point per finished step</source>
            <translation>mit jeder fertigen Stufe kommt ein Punkt</translation>
        </message>
        <message>
            <source>one run ({least} needed for a verdict)</source>
            <translation>ein Lauf (für ein Urteil nötig: {least})</translation>
        </message>
        <message>
            <source>one run, cut short</source>
            <translation>ein Lauf, vorzeitig beendet</translation>
        </message>
        <message>
            <source>one system</source>
            <translation>ein System</translation>
        </message>
        <message>
            <source>one system after the other</source>
            <translation>ein System nach dem anderen</translation>
        </message>
        <message>
            <source>one system: nothing to compare it with</source>
            <translation>ein System: nichts zum Vergleichen</translation>
        </message>
        <message>
            <source>one thing to look at</source>
            <translation>eine Sache ansehen</translation>
        </message>
        <message>
            <source>one user on each side</source>
            <translation>auf jeder Seite ein Benutzer</translation>
        </message>
        <message>
            <source>only a superuser can make a tablespace in the folder {folder}, and {user} is none</source>
            <translation>nur ein Superuser kann im Ordner {folder} einen Tablespace anlegen, und {user} ist keiner</translation>
        </message>
        <message>
            <source>only some connections are encrypted: {each}</source>
            <translation>nur manche Verbindungen sind verschlüsselt: {each}</translation>
        </message>
        <message>
            <source>only {only} in this session, as asked</source>
            <translation>nur {only} in dieser Sitzung, wie gewünscht</translation>
        </message>
        <message>
            <source>open</source>
            <translation>offen</translation>
        </message>
        <message>
            <source>open loop</source>
            <translation>offene Schleife</translation>
        </message>
        <message>
            <source>open loop, {rate} orders/s</source>
            <translation>offene Schleife, {rate} Bestellungen/s</translation>
        </message>
        <message>
            <source>open loop, {rate} transactions/s</source>
            <translation>offene Schleife, {rate} Transaktionen/s</translation>
        </message>
        <message>
            <source>opening the files</source>
            <translation>öffnet die Dateien</translation>
        </message>
        <message>
            <source>operating system's cache</source>
            <translation>Cache des Betriebssystems</translation>
        </message>
        <message>
            <source>operating-system file</source>
            <translation>Datei des Betriebssystems</translation>
        </message>
        <message>
            <source>optional</source>
            <translation>optional</translation>
        </message>
        <message>
            <source>order = "alternating" loads one after the other</source>
            <translation>order = "alternating" belastet eine nach der anderen</translation>
        </message>
        <message>
            <source>order = "one at a time" needs the name of the system present: {known}</source>
            <translation>order = "one at a time" braucht den Namen des vorhandenen Systems: {known}</translation>
        </message>
        <message>
            <source>order: "together", "alternating" or "one at a time", not "{order}"</source>
            <translation>order: "together", "alternating" oder "one at a time", nicht "{order}"</translation>
        </message>
        <message>
            <source>orders per minute</source>
            <translation>Bestellungen pro Minute</translation>
        </message>
        <message>
            <source>orders that wait are missing in {count:,} districts</source>
            <translation>in {count:,} Bezirken fehlen wartende Aufträge</translation>
        </message>
        <message>
            <source>orders/s</source>
            <translation>Bestellungen/s</translation>
        </message>
        <message>
            <source>orders/s per target</source>
            <translation>Bestellungen/s je Ziel</translation>
        </message>
        <message>
            <source>other files of {system} have a target: --target "NAME={file}"</source>
            <translation>andere Dateien von {system} haben ein Ziel: --target "NAME={file}"</translation>
        </message>
        <message>
            <source>other programs take this machine's cores</source>
            <translation>andere Programme belegen die Kerne dieses Rechners</translation>
        </message>
        <message>
            <source>other programs used {share:.0%} of this machine's processors while it was measured (limit {limit:.0%}): the systems that ran on it had the rest. End those programs</source>
            <translation>Andere Programme brauchten während der Messung {share:.0%} der Prozessoren dieses Rechners (Grenze {limit:.0%}): Die Systeme, die darauf liefen, hatten den Rest. Diese Programme beenden</translation>
        </message>
        <message>
            <source>out of memory</source>
            <translation>Arbeitsspeicher erschöpft</translation>
        </message>
        <message>
            <source>outpace metrics lists those of a page.</source>
            <translation>outpace metrics listet die einer Seite auf.</translation>
        </message>
        <message>
            <source>outstanding</source>
            <translation>ausstehend</translation>
        </message>
        <message>
            <source>outstanding I/Os</source>
            <translation>ausstehende I/Os</translation>
        </message>
        <message>
            <source>outstanding per thread</source>
            <translation>ausstehend je Thread</translation>
        </message>
        <message>
            <source>outstanding per thread, × {threads} × {targets}</source>
            <translation>ausstehend je Thread, × {threads} × {targets}</translation>
        </message>
        <message>
            <source>over 10 s: {values}</source>
            <translation>über 10 s: {values}</translation>
        </message>
        <message>
            <source>own SQL makes its tables by its set-up, which says where they lie</source>
            <translation>eigenes SQL legt seine Tabellen durch die Einrichtung an, die sagt, wo sie liegen</translation>
        </message>
        <message>
            <source>own SQL on this engine is in Python alone</source>
            <translation>eigenes SQL fährt auf dieser Engine nur der Treiber in Python</translation>
        </message>
        <message>
            <source>own transactions ({names})</source>
            <translation>eigene Transaktionen ({names})</translation>
        </message>
        <message>
            <source>p95</source>
            <translation>p95</translation>
        </message>
        <message>
            <source>p99</source>
            <translation>p99</translation>
        </message>
        <message>
            <source>parts of one run</source>
            <translation>Teile eines Laufs</translation>
        </message>
        <message>
            <source>parts of one run, not repeats: {each}</source>
            <translation>Teile eines Laufs, keine Wiederholungen: {each}</translation>
        </message>
        <message>
            <source>passed</source>
            <translation>bestanden</translation>
        </message>
        <message>
            <source>passed by (direct I/O)</source>
            <translation>umgangen (direktes I/O)</translation>
        </message>
        <message>
            <source>past the operating system's cache</source>
            <translation>am Cache des Betriebssystems vorbei</translation>
        </message>
        <message>
            <source>patterns</source>
            <translation>Muster</translation>
        </message>
        <message>
            <source>peak IOPS</source>
            <translation>höchste IOPS</translation>
        </message>
        <message>
            <source>performance_schema is off; only it times the files and tells them apart.</source>
            <translation>performance_schema ist aus; nur es misst die Zeiten der Dateien und hält sie auseinander.</translation>
        </message>
        <message>
            <source>pg_stat_statements is not loaded. Set shared_preload_libraries = 'pg_stat_statements' for the server and restart it, then CREATE EXTENSION pg_stat_statements in the database postgres.</source>
            <translation>pg_stat_statements ist nicht geladen. Setzen Sie für den Server shared_preload_libraries = 'pg_stat_statements', starten Sie ihn neu, und führen Sie dann in der Datenbank postgres CREATE EXTENSION pg_stat_statements aus.</translation>
        </message>
        <message>
            <source>pgbench log</source>
            <translation>pgbench-Protokoll</translation>
        </message>
        <message>
            <source>pgbench output</source>
            <translation>pgbench-Ausgabe</translation>
        </message>
        <message>
            <source>placement on PostgreSQL: a restore copies the template database and needs no backup; leave backup empty</source>
            <translation>placement auf PostgreSQL: Das Wiederherstellen kopiert die Vorlagedatenbank und braucht keine Sicherung; lassen Sie backup leer</translation>
        </message>
        <message>
            <source>placement on PostgreSQL: it splits files by itself, at 1 GiB; leave data_files at 1</source>
            <translation>placement auf PostgreSQL: Es teilt Dateien selbst, bei 1 GiB; lassen Sie data_files auf 1</translation>
        </message>
        <message>
            <source>placement on PostgreSQL: the log of all databases lies in the server's own folder pg_wal; leave log empty</source>
            <translation>placement auf PostgreSQL: Das Log aller Datenbanken liegt im Ordner pg_wal des Servers; lassen Sie log leer</translation>
        </message>
        <message>
            <source>placement: there is no index {name} that can be placed; the indexes are {known}</source>
            <translation>placement: es gibt keinen Index {name}, der einen eigenen Platz haben kann; die Indizes sind {known}</translation>
        </message>
        <message>
            <source>placement: there is no table {name}; the tables are {known}</source>
            <translation>placement: Es gibt keine Tabelle {name}; die Tabellen sind {known}</translation>
        </message>
        <message>
            <source>places can be skewed only where they are random: access = "random"</source>
            <translation>Stellen können nur schief verteilt sein, wenn sie zufällig sind: access = "random"</translation>
        </message>
        <message>
            <source>placing</source>
            <translation>Platzieren von</translation>
        </message>
        <message>
            <source>point</source>
            <translation>Punkt</translation>
        </message>
        <message>
            <source>power meter</source>
            <translation>Leistungsmesser</translation>
        </message>
        <message>
            <source>power meter {meter} (measures {measures})</source>
            <translation>Leistungsmesser {meter} (misst {measures})</translation>
        </message>
        <message>
            <source>power meter {meter} at {place} (measures {measures})</source>
            <translation>Leistungsmesser {meter} unter {place} (misst {measures})</translation>
        </message>
        <message>
            <source>power meters are joined to one session: name it, and the logs ({logs})</source>
            <translation>Leistungsmesser werden mit einer Sitzung verbunden: sie nennen und die Protokolle ({logs})</translation>
        </message>
        <message>
            <source>precondition fills</source>
            <translation>vorher gefüllt, mal</translation>
        </message>
        <message>
            <source>precondition steady</source>
            <translation>bis eingeschwungen geschrieben</translation>
        </message>
        <message>
            <source>preconditioning failed: {reason}</source>
            <translation>Die Vorkonditionierung ist fehlgeschlagen: {reason}</translation>
        </message>
        <message>
            <source>preconditioning until steady</source>
            <translation>Vorkonditionierung, bis eingeschwungen</translation>
        </message>
        <message>
            <source>preconditioning was cancelled</source>
            <translation>die Vorkonditionierung wurde abgebrochen</translation>
        </message>
        <message>
            <source>preconditioning {number} of {fills}</source>
            <translation>Vorkonditionierung {number} von {fills}</translation>
        </message>
        <message>
            <source>prepare</source>
            <translation>Vorbereitung</translation>
        </message>
        <message>
            <source>prepared</source>
            <translation>vorbereitet</translation>
        </message>
        <message>
            <source>preparing</source>
            <translation>wird vorbereitet</translation>
        </message>
        <message>
            <source>preparing the files</source>
            <translation>bereitet die Dateien vor</translation>
        </message>
        <message>
            <source>preparing {path} was cancelled</source>
            <translation>die Vorbereitung von {path} wurde abgebrochen</translation>
        </message>
        <message>
            <source>previous of the loop; in a replay 10 s back</source>
            <translation>Voriges der Schleife; in einer Wiedergabe 10 s zurück</translation>
        </message>
        <message>
            <source>processes of the database engine</source>
            <translation>Prozesse der Datenbank-Engine</translation>
        </message>
        <message>
            <source>processes of {where}</source>
            <translation>Prozesse von {where}</translation>
        </message>
        <message>
            <source>pulse {number}: latency back after</source>
            <translation>Puls {number}: Latenz wie vorher nach</translation>
        </message>
        <message>
            <source>queue-depth sweep</source>
            <translation>Messreihe über die Warteschlangentiefe</translation>
        </message>
        <message>
            <source>race</source>
            <translation>Rennen</translation>
        </message>
        <message>
            <source>race of {orders} I/Os per system</source>
            <translation>Rennen über {orders} I/Os je System</translation>
        </message>
        <message>
            <source>race of {orders} orders per system</source>
            <translation>Rennen über {orders} Bestellungen je System</translation>
        </message>
        <message>
            <source>race of {orders} transactions per system</source>
            <translation>Wettlauf über {orders} Transaktionen je System</translation>
        </message>
        <message>
            <source>ramp</source>
            <translation>Hochlauf</translation>
        </message>
        <message>
            <source>ramp, users/s</source>
            <translation>Hochlauf, Nutzer/s</translation>
        </message>
        <message>
            <source>random</source>
            <translation>zufällig</translation>
        </message>
        <message>
            <source>rate</source>
            <translation>Rate</translation>
        </message>
        <message>
            <source>rate sweep</source>
            <translation>Messreihe über die Rate</translation>
        </message>
        <message>
            <source>rate sweep, {from_rate} to {to_rate} orders/s per target</source>
            <translation>Messreihe über die Rate, {from_rate} bis {to_rate} Bestellungen/s je Ziel</translation>
        </message>
        <message>
            <source>ratio after {time}</source>
            <translation>Verhältnis nach {time}</translation>
        </message>
        <message>
            <source>reach</source>
            <translation>Erreichbarkeit</translation>
        </message>
        <message>
            <source>read percent</source>
            <translation>Leseanteil, %</translation>
        </message>
        <message>
            <source>read time</source>
            <translation>Lesezeit</translation>
        </message>
        <message>
            <source>read-only</source>
            <translation>schreibgeschützt</translation>
        </message>
        <message>
            <source>read_only = true, but the transaction "{name}" may change something, and {engine} has no session that refuses it; leave read_only out</source>
            <translation>read_only = true, aber die Transaktion „{name}“ kann etwas ändern, und {engine} hat keine Sitzung, die das ablehnt; lassen Sie read_only weg</translation>
        </message>
        <message>
            <source>read_only changes nothing of an existing database; remove the set-up</source>
            <translation>read_only ändert nichts an einer vorhandenen Datenbank; entfernen Sie die Einrichtung</translation>
        </message>
        <message>
            <source>reading</source>
            <translation>Lesen</translation>
        </message>
        <message>
            <source>reading 1 session</source>
            <translation>1 Sitzung wird gelesen</translation>
        </message>
        <message>
            <source>reading {count} sessions</source>
            <translation>{count} Sitzungen werden gelesen</translation>
        </message>
        <message>
            <source>reads</source>
            <translation>Lesen</translation>
        </message>
        <message>
            <source>reads at a time</source>
            <translation>Lesezugriffe gleichzeitig</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>bereit</translation>
        </message>
        <message>
            <source>ready, with a warning</source>
            <translation>bereit, mit einer Warnung</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>aufgezeichnet</translation>
        </message>
        <message>
            <source>recorded run</source>
            <translation>aufgezeichneter Lauf</translation>
        </message>
        <message>
            <source>recorded, not valid</source>
            <translation>aufgezeichnet, nicht gültig</translation>
        </message>
        <message>
            <source>recording broke off</source>
            <translation>Aufzeichnung brach ab</translation>
        </message>
        <message>
            <source>recovery model</source>
            <translation>Wiederherstellungsmodell</translation>
        </message>
        <message>
            <source>removed</source>
            <translation>entfernt</translation>
        </message>
        <message>
            <source>removed, renamed or replaced</source>
            <translation>entfernt, umbenannt oder ersetzt</translation>
        </message>
        <message>
            <source>repeats</source>
            <translation>Wiederholungen</translation>
        </message>
        <message>
            <source>replay {speed}×</source>
            <translation>Wiedergabe {speed}×</translation>
        </message>
        <message>
            <source>requested</source>
            <translation>verlangt</translation>
        </message>
        <message>
            <source>reserved</source>
            <translation>reserviert</translation>
        </message>
        <message>
            <source>response time (p95)</source>
            <translation>Antwortzeit (p95)</translation>
        </message>
        <message>
            <source>rest</source>
            <translation>Pause</translation>
        </message>
        <message>
            <source>rest s</source>
            <translation>Pause, s</translation>
        </message>
        <message>
            <source>resting between two runs</source>
            <translation>Pause zwischen zwei Läufen</translation>
        </message>
        <message>
            <source>restore</source>
            <translation>Wiederherstellung</translation>
        </message>
        <message>
            <source>restored</source>
            <translation>wiederhergestellt</translation>
        </message>
        <message>
            <source>restoring</source>
            <translation>Wiederherstellen</translation>
        </message>
        <message>
            <source>restoring the databases</source>
            <translation>die Datenbanken werden zurückgesetzt</translation>
        </message>
        <message>
            <source>restoring {table}</source>
            <translation>Wiederherstellen von {table}</translation>
        </message>
        <message>
            <source>restoring {working} failed: {reason}</source>
            <translation>Das Wiederherstellen von {working} ist fehlgeschlagen: {reason}</translation>
        </message>
        <message>
            <source>rights</source>
            <translation>Rechte</translation>
        </message>
        <message>
            <source>rise</source>
            <translation>Anstieg</translation>
        </message>
        <message>
            <source>rollback expected percent</source>
            <translation>erwartete Rollbacks, %</translation>
        </message>
        <message>
            <source>row 1</source>
            <translation>row 1</translation>
        </message>
        <message>
            <source>row 2</source>
            <translation>row 2</translation>
        </message>
        <message>
            <source>row 3</source>
            <translation>row 3</translation>
        </message>
        <message>
            <source>rows changed</source>
            <translation>geänderte Zeilen</translation>
        </message>
        <message>
            <source>run</source>
            <translation>Lauf</translation>
        </message>
        <message>
            <source>run it in a terminal</source>
            <translation>führen Sie es in einem Terminal aus</translation>
        </message>
        <message>
            <source>run time, s</source>
            <translation>Laufzeit, s</translation>
        </message>
        <message>
            <source>run together although they share something: {shared}</source>
            <translation>gleichzeitig, trotz dem, was sie teilen: {shared}</translation>
        </message>
        <message>
            <source>run {number}</source>
            <translation>Lauf {number}</translation>
        </message>
        <message>
            <source>run {run}</source>
            <translation>Lauf {run}</translation>
        </message>
        <message>
            <source>run {run} of {known}</source>
            <translation>Lauf {run} von {known}</translation>
        </message>
        <message>
            <source>run {run} of {runs}[ · {systems}]</source>
            <translation>Lauf {run} von {runs}[ · {systems}]</translation>
        </message>
        <message>
            <source>run {run} of {test} is in {before} too: give each file's first run with --run</source>
            <translation>Lauf {run} von {test} ist auch in {before}: Geben Sie den ersten Lauf jeder Datei mit --run an</translation>
        </message>
        <message>
            <source>run {run}: the window {from_s:g}-{to_s:g} s is not covered by its logs, which end at {end_s:g} s</source>
            <translation>Lauf {run}: Das Fenster {from_s:g}-{to_s:g} s ist nicht von den Protokollen abgedeckt, sie enden bei {end_s:g} s</translation>
        </message>
        <message>
            <source>run: a whole number from 1 to {most_run}, not "{text}"</source>
            <translation>run: eine ganze Zahl von 1 bis {most_run}, nicht "{text}"</translation>
        </message>
        <message>
            <source>same</source>
            <translation>gleich</translation>
        </message>
        <message>
            <source>same data</source>
            <translation>gleiche Daten</translation>
        </message>
        <message>
            <source>save the scenario first: {file} is looked for beside it</source>
            <translation>speichern Sie erst das Szenario: {file} wird neben ihm gesucht</translation>
        </message>
        <message>
            <source>saving the page…</source>
            <translation>die Seite wird gespeichert …</translation>
        </message>
        <message>
            <source>saving the snapshot…</source>
            <translation>Schnappschuss wird gespeichert…</translation>
        </message>
        <message>
            <source>scheduling delay {lags}</source>
            <translation>Aufwachverzögerung {lags}</translation>
        </message>
        <message>
            <source>search batch size</source>
            <translation>Treffer je Suche</translation>
        </message>
        <message>
            <source>search ended</source>
            <translation>Suche zu Ende</translation>
        </message>
        <message>
            <source>searches</source>
            <translation>Suchen</translation>
        </message>
        <message>
            <source>see the library's own files</source>
            <translation>siehe die Dateien der Bibliothek</translation>
        </message>
        <message>
            <source>sequential</source>
            <translation>sequenziell</translation>
        </message>
        <message>
            <source>server</source>
            <translation>Server</translation>
        </message>
        <message>
            <source>server started</source>
            <translation>Server gestartet</translation>
        </message>
        <message>
            <source>server stopped</source>
            <translation>Server gestoppt</translation>
        </message>
        <message>
            <source>session format {version}</source>
            <translation>Sitzungsformat {version}</translation>
        </message>
        <message>
            <source>settle</source>
            <translation>Einschwingen</translation>
        </message>
        <message>
            <source>settled</source>
            <translation>zur Ruhe gebracht</translation>
        </message>
        <message>
            <source>settling</source>
            <translation>Einschwingen</translation>
        </message>
        <message>
            <source>settling, s</source>
            <translation>Einschwingen, s</translation>
        </message>
        <message>
            <source>share</source>
            <translation>Anteil</translation>
        </message>
        <message>
            <source>shown</source>
            <translation>gezeigt</translation>
        </message>
        <message>
            <source>shown live on the network, to at most {viewers} viewers at a time so far</source>
            <translation>live im Netz gezeigt, bisher höchstens {viewers} Zuschauern zugleich</translation>
        </message>
        <message>
            <source>silent since {time}</source>
            <translation>stumm seit {time}</translation>
        </message>
        <message>
            <source>since version 10.8 MariaDB does not count or time its log's reads.</source>
            <translation>Ab Version 10.8 zählt und misst MariaDB das Lesen seines Logs nicht.</translation>
        </message>
        <message>
            <source>since version 10.8 MariaDB does not time its log's writes.</source>
            <translation>seit Version 10.8 misst MariaDB die Zeiten des Schreibens in sein Log nicht.</translation>
        </message>
        <message>
            <source>since {time}</source>
            <translation>seit {time}</translation>
        </message>
        <message>
            <source>size bytes</source>
            <translation>Größe, Bytes</translation>
        </message>
        <message>
            <source>smaller</source>
            <translation>kleiner</translation>
        </message>
        <message>
            <source>snapshot</source>
            <translation>Schnappschuss</translation>
        </message>
        <message>
            <source>so far</source>
            <translation>bisher</translation>
        </message>
        <message>
            <source>something else</source>
            <translation>etwas anderes</translation>
        </message>
        <message>
            <source>span </source>
            <translation>span </translation>
        </message>
        <message>
            <source>start</source>
            <translation>Start</translation>
        </message>
        <message>
            <source>start "{text}": give it as "2026-11-22 10:15:00", "10:15:00" or seconds after the first row</source>
            <translation>start "{text}": Geben Sie ihn als "2026-11-22 10:15:00", "10:15:00" oder als Sekunden nach der ersten Zeile an</translation>
        </message>
        <message>
            <source>start the live run</source>
            <translation>Lauf starten</translation>
        </message>
        <message>
            <source>start the live run, or the replay</source>
            <translation>Live-Lauf oder Wiedergabe starten</translation>
        </message>
        <message>
            <source>statements</source>
            <translation>Anweisungen</translation>
        </message>
        <message>
            <source>statistics</source>
            <translation>Statistik</translation>
        </message>
        <message>
            <source>statistics of {database} on {where}</source>
            <translation>Statistik von {database} auf {where}</translation>
        </message>
        <message>
            <source>statistics of {where}</source>
            <translation>Statistik von {where}</translation>
        </message>
        <message>
            <source>still recording, not followed</source>
            <translation>wird noch aufgezeichnet, nicht verfolgt</translation>
        </message>
        <message>
            <source>stop</source>
            <translation>Stopp</translation>
        </message>
        <message>
            <source>stop the run</source>
            <translation>Lauf stoppen</translation>
        </message>
        <message>
            <source>stop the run and keep what is recorded</source>
            <translation>Lauf stoppen und behalten, was aufgezeichnet ist</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>steht</translation>
        </message>
        <message>
            <source>stopped by the user</source>
            <translation>von Hand gestoppt</translation>
        </message>
        <message>
            <source>stopped: its terminal was closed</source>
            <translation>beendet: Das Terminal wurde geschlossen</translation>
        </message>
        <message>
            <source>stopped: its window was gone for {seconds:.0f} s</source>
            <translation>beendet: Das Fenster war {seconds:.0f} s lang weg</translation>
        </message>
        <message>
            <source>stopping the users</source>
            <translation>die Nutzer hören auf</translation>
        </message>
        <message>
            <source>store it with `outpace password SCENARIO`</source>
            <translation>speichern Sie es mit `outpace password SZENARIO`</translation>
        </message>
        <message>
            <source>sweep ended</source>
            <translation>Ende der Stufen</translation>
        </message>
        <message>
            <source>switch to a recording</source>
            <translation>zu einer Aufzeichnung wechseln</translation>
        </message>
        <message>
            <source>switch to the best recording, and back to the live run</source>
            <translation>zur besten Aufzeichnung wechseln, und zurück zum laufenden Lauf</translation>
        </message>
        <message>
            <source>sysbench output</source>
            <translation>sysbench-Ausgabe</translation>
        </message>
        <message>
            <source>sysbench says: {reason}</source>
            <translation>sysbench sagt: {reason}</translation>
        </message>
        <message>
            <source>system default</source>
            <translation>Vorgabe des Systems</translation>
        </message>
        <message>
            <source>system: a name has at most 80 printable characters</source>
            <translation>system: Ein Name hat höchstens 80 druckbare Zeichen</translation>
        </message>
        <message>
            <source>system: the name is missing</source>
            <translation>system: Der Name fehlt</translation>
        </message>
        <message>
            <source>systems: {baselines} are both the baseline</source>
            <translation>systems: {baselines} sind beide die Basis</translation>
        </message>
        <message>
            <source>table alone</source>
            <translation>nur die Tabelle</translation>
        </message>
        <message>
            <source>target orders/s</source>
            <translation>verlangte Bestellungen/s je Ziel</translation>
        </message>
        <message>
            <source>target transactions/s</source>
            <translation>Soll-Transaktionen/s</translation>
        </message>
        <message>
            <source>testing…</source>
            <translation>wird geprüft …</translation>
        </message>
        <message>
            <source>text search is there</source>
            <translation>die Textsuche ist vorhanden</translation>
        </message>
        <message>
            <source>that of the first session</source>
            <translation>der Titel der ersten Sitzung</translation>
        </message>
        <message>
            <source>that of the run</source>
            <translation>der des Laufs</translation>
        </message>
        <message>
            <source>that of this machine</source>
            <translation>der dieses Rechners</translation>
        </message>
        <message>
            <source>the I/Os of {trailer}</source>
            <translation>so viele I/Os wie {trailer}</translation>
        </message>
        <message>
            <source>the IOPS</source>
            <translation>die IOPS</translation>
        </message>
        <message>
            <source>the JSON that begins here has no jobs: it is not fio output</source>
            <translation>Das JSON, das hier beginnt, hat keine Jobs: Das ist keine Ausgabe von fio</translation>
        </message>
        <message>
            <source>the JSON that begins here is no transaction counter</source>
            <translation>Das JSON, das hier beginnt, ist kein Transaktionszähler</translation>
        </message>
        <message>
            <source>the JSON that begins here is not sysstat's: it has no hosts</source>
            <translation>Das JSON, das hier beginnt, ist nicht von sysstat: Es hat keine hosts</translation>
        </message>
        <message>
            <source>the KiB of a block such as "4" or "64"</source>
            <translation>die KiB eines Blocks wie "4" oder "64"</translation>
        </message>
        <message>
            <source>the ODBC driver for {engine} can't be loaded ({reason}). Install it again: {advice}</source>
            <translation>Der ODBC-Treiber für {engine} lässt sich nicht laden ({reason}). Installieren Sie ihn neu: {advice}</translation>
        </message>
        <message>
            <source>the ODBC string of {engine} is not valid: {reason}</source>
            <translation>Die ODBC-Zeichenkette für {engine} ist ungültig: {reason}</translation>
        </message>
        <message>
            <source>the accounts' balances changed by {cents:,} cents that no cash transaction tells</source>
            <translation>die Kontostände änderten sich um {cents:,} Cent, zu denen keine Buchung gehört</translation>
        </message>
        <message>
            <source>the address of {engine} is not valid: {reason}</source>
            <translation>Die Adresse von {engine} ist ungültig: {reason}</translation>
        </message>
        <message>
            <source>the brokers' commission differs from that of their trades by {count:,} cents</source>
            <translation>die Provision der Makler weicht um {count:,} Cent von der ihrer Abschlüsse ab</translation>
        </message>
        <message>
            <source>the brokers' trades differ from the completed ones by {count:,}</source>
            <translation>die Abschlüsse der Makler weichen um {count:,} von den ausgeführten ab</translation>
        </message>
        <message>
            <source>the build was cancelled</source>
            <translation>der Aufbau wurde abgebrochen</translation>
        </message>
        <message>
            <source>the clock of agent {agent} is known to ± {uncertainty_ms:.3g} ms only (limit {limit_ms:g} ms): moments on it may be off by so much. Look for a slow or busy network</source>
            <translation>die Uhr von Agent {agent} ist nur auf ± {uncertainty_ms:.3g} ms bekannt (Grenze {limit_ms:g} ms): Zeitpunkte dort können um so viel falsch sein. Suchen Sie nach einem langsamen oder belasteten Netzwerk</translation>
        </message>
        <message>
            <source>the clock of agent {agent} is known to ± {uncertainty_ms:.3g} ms only (limit {limit_ms:g} ms): nobody can say that the systems were measured at the same time. Look for a slow or busy network</source>
            <translation>die Uhr von Agent {agent} ist nur auf ± {uncertainty_ms:.3g} ms bekannt (Grenze {limit_ms:g} ms): niemand kann sagen, dass die Systeme zur selben Zeit gemessen wurden. Suchen Sie nach einem langsamen oder belasteten Netzwerk</translation>
        </message>
        <message>
            <source>the clock of agent {agent} runs unevenly[ (seen at {at_s:.0f} s)]: a time service may be setting it. Let it settle before a run</source>
            <translation>die Uhr von Agent {agent} läuft ungleichmäßig[ (bemerkt bei {at_s:.0f} s)]: Ein Zeitdienst stellt sie vielleicht gerade. Warten Sie vor einem Lauf, bis er fertig ist</translation>
        </message>
        <message>
            <source>the command {command} is not covered</source>
            <translation>der Befehl {command} wird nicht unterstützt</translation>
        </message>
        <message>
            <source>the computer or Outpace stood still from {from_s:.0f} s to {to_s:.0f} s; latencies include that time. Measure again without a pause</source>
            <translation>der Rechner oder Outpace stand von {from_s:.0f} s bis {to_s:.0f} s still; die Latenzen enthalten diese Zeit. Messen Sie noch einmal ohne Pause</translation>
        </message>
        <message>
            <source>the customers of {trailer}</source>
            <translation>so viele Kunden wie {trailer}</translation>
        </message>
        <message>
            <source>the data moved</source>
            <translation>die Datenmenge</translation>
        </message>
        <message>
            <source>the data of {letters} is on one device, {device}</source>
            <translation>die Daten von {letters} liegen auf einem Gerät, {device}</translation>
        </message>
        <message>
            <source>the database in {folder} is in use by another run or build; wait until it ends, or choose another folder</source>
            <translation>Die Datenbank in {folder} wird von einem anderen Lauf oder Aufbau benutzt; warten Sie, bis er endet, oder wählen Sie einen anderen Ordner</translation>
        </message>
        <message>
            <source>the database name {name} has {count} characters; choose one of at most {longest_name}, so that {pristine} can stand behind it</source>
            <translation>Der Datenbankname {name} hat {count} Zeichen; wählen Sie einen mit höchstens {longest_name}, damit {pristine} dahinter passt</translation>
        </message>
        <message>
            <source>the database postgres has no pg_stat_statements. As an administrator: CREATE EXTENSION pg_stat_statements in it.</source>
            <translation>in der Datenbank postgres fehlt pg_stat_statements. Als Administrator: dort CREATE EXTENSION pg_stat_statements ausführen.</translation>
        </message>
        <message>
            <source>the database {database} could not be created: {reason}</source>
            <translation>Die Datenbank {database} konnte nicht angelegt werden: {reason}</translation>
        </message>
        <message>
            <source>the database {database} could not be made ({reason}); the login needs the role dbcreator, and the server's own account the right to write in every folder of the placement</source>
            <translation>Die Datenbank {database} konnte nicht angelegt werden ({reason}); die Anmeldung braucht die Rolle dbcreator, und das Konto des Servers das Recht, in jedem Ordner von placement zu schreiben</translation>
        </message>
        <message>
            <source>the database {pristine} is not built; build it first</source>
            <translation>Es gibt keine aufgebaute Datenbank {pristine}; bauen Sie sie erst auf</translation>
        </message>
        <message>
            <source>the databases hold different data</source>
            <translation>die Datenbanken enthalten verschiedene Daten</translation>
        </message>
        <message>
            <source>the databases hold different data: {each}</source>
            <translation>die Datenbanken enthalten verschiedene Daten: {each}</translation>
        </message>
        <message>
            <source>the dates of this log are not in the order {chosen}.</source>
            <translation>Die Datumsangaben dieses Protokolls stehen nicht in der Reihenfolge {chosen}.</translation>
        </message>
        <message>
            <source>the dates of this log can't be read in any order of day, month and year.</source>
            <translation>Die Datumsangaben dieses Protokolls sind in keiner Reihenfolge von Tag, Monat und Jahr lesbar.</translation>
        </message>
        <message>
            <source>the deliveries of {count:,} districts are not those of their customers</source>
            <translation>die Lieferungen von {count:,} Bezirken sind nicht die ihrer Kunden</translation>
        </message>
        <message>
            <source>the depth of a run is not known (--outstanding THREADSxOUTSTANDING tells it, such as 2x1)</source>
            <translation>Die Tiefe eines Laufs ist nicht bekannt (--outstanding THREADSxAUSSTEHENDE sagt sie, etwa 2x1)</translation>
        </message>
        <message>
            <source>the device takes no trim</source>
            <translation>das Gerät nimmt kein Trim an</translation>
        </message>
        <message>
            <source>the device {path} can't be found: {reason}</source>
            <translation>Das Gerät {path} ist nicht zu finden: {reason}</translation>
        </message>
        <message>
            <source>the device {path} can't be opened: {reason}</source>
            <translation>Das Gerät {path} lässt sich nicht öffnen: {reason}</translation>
        </message>
        <message>
            <source>the device {path} holds {size} bytes, but {wanted} are wanted</source>
            <translation>Das Gerät {path} fasst {size} Bytes, verlangt sind aber {wanted}</translation>
        </message>
        <message>
            <source>the device {path} is in use (by a mounted file system, a volume or swap space) and is left alone; name a folder on it</source>
            <translation>Das Gerät {path} ist in Benutzung (durch ein eingehängtes Dateisystem, ein Volume oder Auslagerungsspeicher) und bleibt unberührt; nennen Sie einen Ordner darauf</translation>
        </message>
        <message>
            <source>the device {path} is in use ({used}) and is left alone; name a folder on it</source>
            <translation>Das Gerät {path} ist in Benutzung ({used}) und bleibt unberührt; nennen Sie einen Ordner darauf</translation>
        </message>
        <message>
            <source>the direction is 0, 1 or 2, not {value}</source>
            <translation>Die Richtung ist 0, 1 oder 2, nicht {value}</translation>
        </message>
        <message>
            <source>the disk of {folder} has {free_gb:.2f} GB free, but a file of {needed_gb:.2f} GB is wanted; free some space, or name a smaller file or another folder</source>
            <translation>Auf dem Datenträger von {folder} sind {free_gb:.2f} GB frei, verlangt ist aber eine Datei von {needed_gb:.2f} GB; schaffen Sie Platz, oder nennen Sie eine kleinere Datei oder einen anderen Ordner</translation>
        </message>
        <message>
            <source>the disk of {folder} is full: the file of {size} bytes was not finished and is removed; free some space, or name a smaller file or another folder</source>
            <translation>Der Datenträger von {folder} ist voll: Die Datei von {size} Bytes wurde nicht fertig und ist wieder entfernt; schaffen Sie Platz, oder nennen Sie eine kleinere Datei oder einen anderen Ordner</translation>
        </message>
        <message>
            <source>the disk of {folder} is full; free some space or name another folder</source>
            <translation>Der Datenträger von {folder} ist voll; schaffen Sie Platz, oder nennen Sie einen anderen Ordner</translation>
        </message>
        <message>
            <source>the disk quota of {folder} is used up: the file of {size} bytes was not finished and is removed; raise the quota, or name a smaller file or another folder</source>
            <translation>das Kontingent für {folder} ist aufgebraucht: Die Datei mit {size} Bytes wurde nicht fertig und ist entfernt; das Kontingent erhöhen oder eine kleinere Datei oder einen anderen Ordner nennen</translation>
        </message>
        <message>
            <source>the disks' counters can't be read: {error}</source>
            <translation>die Zähler der Platten sind nicht lesbar: {error}</translation>
        </message>
        <message>
            <source>the driver ran on different machines: {what}</source>
            <translation>der Lasterzeuger lief auf verschiedenen Rechnern: {what}</translation>
        </message>
        <message>
            <source>the driver's own machine</source>
            <translation>der Rechner des Lasterzeugers</translation>
        </message>
        <message>
            <source>the engine could prepare the transactions' statements; none was executed</source>
            <translation>das Datenbanksystem konnte die Anweisungen der Transaktionen vorbereiten; ausgeführt wurde keine</translation>
        </message>
        <message>
            <source>the engines' caches have different sizes: {each}</source>
            <translation>die Engines halten Daten in verschieden großem Speicher: {each}</translation>
        </message>
        <message>
            <source>the entry could not be created: {reason}</source>
            <translation>Der Eintrag konnte nicht angelegt werden: {reason}</translation>
        </message>
        <message>
            <source>the existing database {name} is there, {size}; only the scenario's statements change it, and nothing restores it</source>
            <translation>die vorhandene Datenbank {name} ist da, {size}; nur die Anweisungen des Szenarios ändern sie, und nichts stellt sie wieder her</translation>
        </message>
        <message>
            <source>the exporter at {url} does not give it: switch on its collector {collector}.</source>
            <translation>der Exporter unter {url} liefert den Wert nicht: Schalten Sie seinen Collector {collector} ein.</translation>
        </message>
        <message>
            <source>the exporter at {url} knows no disk {device}; it knows no disk at all.</source>
            <translation>der Exporter unter {url} kennt keine Platte {device} und auch keine andere.</translation>
        </message>
        <message>
            <source>the exporter at {url} knows no disk {device}; it knows {known}.</source>
            <translation>der Exporter unter {url} kennt keine Platte {device}; er kennt {known}.</translation>
        </message>
        <message>
            <source>the file is empty</source>
            <translation>Die Datei ist leer</translation>
        </message>
        <message>
            <source>the file is empty.</source>
            <translation>Die Datei ist leer.</translation>
        </message>
        <message>
            <source>the files hold nothing that can be shown</source>
            <translation>die Dateien enthalten nichts, was gezeigt werden kann</translation>
        </message>
        <message>
            <source>the first with a meter</source>
            <translation>das erste mit Messung</translation>
        </message>
        <message>
            <source>the folder {folder} can't be created: {reason}; name another one</source>
            <translation>Der Ordner {folder} lässt sich nicht anlegen: {reason}; nennen Sie einen anderen</translation>
        </message>
        <message>
            <source>the folder {folder} can't be used: {reason}; create it first</source>
            <translation>Der Ordner {folder} ist nicht nutzbar: {reason}; legen Sie ihn erst an</translation>
        </message>
        <message>
            <source>the folder {folder} can't be written: {reason}; name another one</source>
            <translation>Im Ordner {folder} lässt sich nicht schreiben: {reason}; nennen Sie einen anderen</translation>
        </message>
        <message>
            <source>the folder {folder} does not exist; create it first, or name another one</source>
            <translation>Den Ordner {folder} gibt es nicht; legen Sie ihn erst an, oder nennen Sie einen anderen</translation>
        </message>
        <message>
            <source>the folder {folder} has {free_mib:,.0f} MiB free, the database needs {needed_mib:,.0f} MiB; free some space or name another folder</source>
            <translation>Im Ordner {folder} sind {free_mib:,.0f} MiB frei, die Datenbank braucht {needed_mib:,.0f} MiB; schaffen Sie Platz, oder nennen Sie einen anderen Ordner</translation>
        </message>
        <message>
            <source>the folder {folder} is that of the tablespace {space}</source>
            <translation>der Ordner {folder} ist der des Tablespace {space}</translation>
        </message>
        <message>
            <source>the folder {path} is read-only; name another one for the database</source>
            <translation>der Ordner {path} ist schreibgeschützt; nennen Sie einen anderen für die Datenbank</translation>
        </message>
        <message>
            <source>the full-text feature is installed</source>
            <translation>die Volltextsuche ist installiert</translation>
        </message>
        <message>
            <source>the full-text feature of SQL Server is not installed: titles and actors can't be searched</source>
            <translation>die Volltextsuche von SQL Server ist nicht installiert: Titel und Schauspieler können nicht gesucht werden</translation>
        </message>
        <message>
            <source>the function {name} is not covered</source>
            <translation>die Funktion {name} wird nicht unterstützt</translation>
        </message>
        <message>
            <source>the header has no column {missing}</source>
            <translation>In der Kopfzeile fehlt die Spalte {missing}</translation>
        </message>
        <message>
            <source>the history of {count:,} lots ends with another quantity</source>
            <translation>der Verlauf von {count:,} Posten endet mit einer anderen Menge</translation>
        </message>
        <message>
            <source>the host of {place} can't be found ({reason}); check its name in the scenario</source>
            <translation>Der Rechner von {place} ist nicht bekannt ({reason}); prüfen Sie seinen Namen im Szenario</translation>
        </message>
        <message>
            <source>the imported session can't be read: {reason}</source>
            <translation>die importierte Sitzung lässt sich nicht lesen: {reason}</translation>
        </message>
        <message>
            <source>the instruments wait/io/file/innodb/% of performance_schema are off.</source>
            <translation>die Instrumente wait/io/file/innodb/% von performance_schema sind aus.</translation>
        </message>
        <message>
            <source>the items of the price list come to {total}, and this fact says {stated}: correct one, or remove this</source>
            <translation>die Posten der Preisliste ergeben {total}, und diese Angabe sagt {stated}: eines von beiden berichtigen oder diese Angabe löschen</translation>
        </message>
        <message>
            <source>the journal beside it names another file</source>
            <translation>das Journal daneben nennt eine andere Datei</translation>
        </message>
        <message>
            <source>the key "{missing}" is missing</source>
            <translation>der Schlüssel "{missing}" fehlt</translation>
        </message>
        <message>
            <source>the key "{missing}" is missing: {why}</source>
            <translation>der Schlüssel "{missing}" fehlt: {why}</translation>
        </message>
        <message>
            <source>the last percentiles of its latencies are missing</source>
            <translation>die letzten Perzentile der Latenzen fehlen</translation>
        </message>
        <message>
            <source>the latency</source>
            <translation>die Latenz</translation>
        </message>
        <message>
            <source>the latency (p95)</source>
            <translation>die Latenz (p95)</translation>
        </message>
        <message>
            <source>the latency (p99)</source>
            <translation>die Latenz (p99)</translation>
        </message>
        <message>
            <source>the layout of this file does not allow this change here; open it in a text editor</source>
            <translation>Diese Datei ist so angelegt, dass sie hier nicht geändert werden kann, ohne mehr zu ändern; öffnen Sie sie in einem Texteditor</translation>
        </message>
        <message>
            <source>the line has other figures than those before it</source>
            <translation>Die Zeile hat andere Werte als die vor ihr</translation>
        </message>
        <message>
            <source>the line is cut off or its quotes are wrong ({reason})</source>
            <translation>Die Zeile ist abgeschnitten, oder ihre Anführungszeichen stimmen nicht ({reason})</translation>
        </message>
        <message>
            <source>the line is cut off: it has fewer figures than its header</source>
            <translation>Die Zeile ist abgeschnitten: Sie hat weniger Werte als ihre Kopfzeile</translation>
        </message>
        <message>
            <source>the line is longer than {most:,} characters: this is not a log</source>
            <translation>die Zeile ist länger als {most:,} Zeichen: Das ist kein Protokoll</translation>
        </message>
        <message>
            <source>the list is in {first}, and this item is in {other}: state all of them in one currency</source>
            <translation>die Liste ist in {first} und dieser Posten in {other}: alle in einer Währung angeben</translation>
        </message>
        <message>
            <source>the load goes through ODBC, which costs more: {reason}</source>
            <translation>die Last läuft über ODBC, was mehr kostet: {reason}</translation>
        </message>
        <message>
            <source>the load goes through different libraries: {each}</source>
            <translation>die Last läuft über verschiedene Bibliotheken: {each}</translation>
        </message>
        <message>
            <source>the lock file {path} can't be used ({reason}); remove it or choose another folder</source>
            <translation>Die Sperrdatei {path} ist nicht nutzbar ({reason}); entfernen Sie sie, oder wählen Sie einen anderen Ordner</translation>
        </message>
        <message>
            <source>the machine slept or its clock was changed: the time jumped by {seconds:+.1f} s</source>
            <translation>der Rechner schlief, oder seine Uhr wurde gestellt: Die Uhrzeit sprang um {seconds:+.1f} s</translation>
        </message>
        <message>
            <source>the median latency</source>
            <translation>die Latenz (Median)</translation>
        </message>
        <message>
            <source>the metrics of {url} give more than {most} counters. Choose some by their labels, or add them up: counter without labels in braces.</source>
            <translation>Die Metriken von {url} ergeben mehr als {most} Zähler. Wählen Sie einige durch ihre Labels aus, oder addieren Sie sie: counter ohne Labels in geschweiften Klammern.</translation>
        </message>
        <message>
            <source>the name of a PNG or JPEG file beside the scenario, such as "logo.png", without a folder</source>
            <translation>der Name einer PNG- oder JPEG-Datei neben dem Szenario, etwa "logo.png", ohne Ordner</translation>
        </message>
        <message>
            <source>the name of a Windows machine, or "" for this one</source>
            <translation>der Name eines Windows-Rechners, oder "" für diesen</translation>
        </message>
        <message>
            <source>the name of a metric, such as node_hwmon_temp_celsius</source>
            <translation>der Name einer Metrik wie node_hwmon_temp_celsius</translation>
        </message>
        <message>
            <source>the native driver's calls go through {name}, {library}</source>
            <translation>die Aufrufe des nativen Treibers laufen über {name}, {library}</translation>
        </message>
        <message>
            <source>the native library can't be loaded: {error}</source>
            <translation>die native Bibliothek lässt sich nicht laden: {error}</translation>
        </message>
        <message>
            <source>the native library is not built: python3 packaging/native.py builds it</source>
            <translation>die native Bibliothek ist nicht gebaut: python3 packaging/native.py baut sie</translation>
        </message>
        <message>
            <source>the native library is of other sources: python3 packaging/native.py builds it anew</source>
            <translation>die native Bibliothek ist aus anderen Quellen: python3 packaging/native.py baut sie neu</translation>
        </message>
        <message>
            <source>the native library, {name}</source>
            <translation>die native Bibliothek, {name}</translation>
        </message>
        <message>
            <source>the new copy {copy} does not hold the data of {database}; drop both databases and build again</source>
            <translation>Die neue Kopie {copy} enthält nicht die Daten von {database}; löschen Sie beide Datenbanken und bauen Sie neu auf</translation>
        </message>
        <message>
            <source>the next order number of {count:,} districts does not follow their newest order</source>
            <translation>die nächste Auftragsnummer von {count:,} Bezirken folgt nicht auf ihren neuesten Auftrag</translation>
        </message>
        <message>
            <source>the number of lines differs from that of all orders by {count:,}</source>
            <translation>die Zahl der Zeilen weicht um {count:,} von der aller Aufträge ab</translation>
        </message>
        <message>
            <source>the one in Python: {reason}</source>
            <translation>der in Python: {reason}</translation>
        </message>
        <message>
            <source>the operating system tells what a process reads and writes only to its own user and to administrators. Start Outpace as the server's user or as an administrator.</source>
            <translation>das Betriebssystem sagt nur dem eigenen Benutzer und Administratoren, was ein Prozess liest und schreibt. Starten Sie Outpace als Benutzer des Servers oder als Administrator.</translation>
        </message>
        <message>
            <source>the orders of {trailer}</source>
            <translation>so viele Bestellungen wie {trailer}</translation>
        </message>
        <message>
            <source>the orders per minute</source>
            <translation>die Bestellungen pro Minute</translation>
        </message>
        <message>
            <source>the orders per second</source>
            <translation>die Bestellungen pro Sekunde</translation>
        </message>
        <message>
            <source>the orders under way</source>
            <translation>die Bestellungen in Arbeit</translation>
        </message>
        <message>
            <source>the others</source>
            <translation>die anderen</translation>
        </message>
        <message>
            <source>the others are compared with this one</source>
            <translation>damit werden die anderen verglichen</translation>
        </message>
        <message>
            <source>the output ends here without HammerDB's TEST RESULT: it was cut off</source>
            <translation>Hier endet die Ausgabe ohne TEST RESULT von HammerDB: Sie wurde abgeschnitten</translation>
        </message>
        <message>
            <source>the output ends here without diskspd results: it was cut off</source>
            <translation>Hier endet die Ausgabe ohne ein Ergebnis von diskspd: Sie wurde abgeschnitten</translation>
        </message>
        <message>
            <source>the output ends here without pgbench's results: it was cut off</source>
            <translation>Hier endet die Ausgabe ohne ein Ergebnis von pgbench: Sie wurde abgeschnitten</translation>
        </message>
        <message>
            <source>the output ends here without sysbench's results: it was cut off</source>
            <translation>Hier endet die Ausgabe ohne ein Ergebnis von sysbench: Sie wurde abgeschnitten</translation>
        </message>
        <message>
            <source>the output is cut off here</source>
            <translation>Die Ausgabe ist hier abgeschnitten</translation>
        </message>
        <message>
            <source>the page does not end</source>
            <translation>die Seite endet nicht</translation>
        </message>
        <message>
            <source>the page has more than {most} samples</source>
            <translation>die Seite hat mehr als {most} Messwerte</translation>
        </message>
        <message>
            <source>the parts of the load show when the run has ended</source>
            <translation>die Abschnitte der Last erscheinen am Ende des Laufs</translation>
        </message>
        <message>
            <source>the path of Outpace's Python on that machine: letters, digits, dots, dashes and slashes</source>
            <translation>der Pfad zum Python von Outpace auf jenem Rechner: Buchstaben, Ziffern, Punkte, Striche und Schrägstriche</translation>
        </message>
        <message>
            <source>the path of a certificate in PEM format</source>
            <translation>der Pfad eines Zertifikats im PEM-Format</translation>
        </message>
        <message>
            <source>the payments of {count:,} districts are not those of the history</source>
            <translation>die Zahlungen von {count:,} Bezirken sind nicht die der Zahlungshistorie</translation>
        </message>
        <message>
            <source>the payments of {count:,} warehouses are not those of the history</source>
            <translation>die Zahlungen von {count:,} Lagern sind nicht die der Zahlungshistorie</translation>
        </message>
        <message>
            <source>the payments of {count:,} warehouses are not those of their districts</source>
            <translation>die Zahlungen von {count:,} Lagern sind nicht die ihrer Bezirke</translation>
        </message>
        <message>
            <source>the plain name of a file beside the scenario</source>
            <translation>der bloße Name einer Datei neben dem Szenario</translation>
        </message>
        <message>
            <source>the plan sets the load of a load profile: load = "rate" is the open loop</source>
            <translation>die Last eines Lastverlaufs setzt der Plan: load = "rate" ist die offene Schleife</translation>
        </message>
        <message>
            <source>the plan sets the rates of a rate sweep</source>
            <translation>bei einer Messreihe über die Rate setzt der Plan die Raten</translation>
        </message>
        <message>
            <source>the power meter has no address. Give its url.</source>
            <translation>Der Leistungsmesser hat keine Adresse. Geben Sie seine url an.</translation>
        </message>
        <message>
            <source>the power meter has not answered for {seconds} s</source>
            <translation>Der Leistungsmesser antwortet seit {seconds} s nicht</translation>
        </message>
        <message>
            <source>the pristine database {pristine} is damaged ({found}); remove that file and build again, and check the disk that it lies on</source>
            <translation>die unberührte Datenbank {pristine} ist beschädigt ({found}); entfernen Sie diese Datei, bauen Sie neu auf und prüfen Sie den Datenträger, auf dem sie liegt</translation>
        </message>
        <message>
            <source>the program's own data folder</source>
            <translation>Datenordner des Programms</translation>
        </message>
        <message>
            <source>the queue length</source>
            <translation>die Warteschlangenlänge</translation>
        </message>
        <message>
            <source>the queue length of reads</source>
            <translation>die Warteschlange beim Lesen</translation>
        </message>
        <message>
            <source>the read IOPS</source>
            <translation>die Lese-IOPS</translation>
        </message>
        <message>
            <source>the read latency</source>
            <translation>die Leselatenz</translation>
        </message>
        <message>
            <source>the reads of {trailer}</source>
            <translation>so viele Lesezugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>the recording was cut off</source>
            <translation>die Aufzeichnung hat kein Ende: Sie brach ab</translation>
        </message>
        <message>
            <source>the repeats alternate: {shared}</source>
            <translation>die Wiederholungen wechseln sich ab: {shared}</translation>
        </message>
        <message>
            <source>the response time (p95)</source>
            <translation>der Antwortzeit (p95)</translation>
        </message>
        <message>
            <source>the restore was cancelled</source>
            <translation>das Wiederherstellen wurde abgebrochen</translation>
        </message>
        <message>
            <source>the rows of {database} are not those of a new build of {wanted_size}: something else has written to it; drop it and build again</source>
            <translation>Die Zeilen von {database} sind nicht die eines neuen Aufbaus von {wanted_size}: Etwas anderes hat hineingeschrieben; löschen Sie sie und bauen Sie neu auf</translation>
        </message>
        <message>
            <source>the run that begins here ({test}) is incomplete: {missing}</source>
            <translation>Der Lauf, der hier beginnt ({test}), ist unvollständig: {missing}</translation>
        </message>
        <message>
            <source>the run that begins here is incomplete: after line {last} {missing}</source>
            <translation>Der Lauf, der hier beginnt, ist unvollständig: nach Zeile {last} – {missing}</translation>
        </message>
        <message>
            <source>the scenario creates no database on this server</source>
            <translation>das Szenario legt auf diesem Server keine Datenbank an</translation>
        </message>
        <message>
            <source>the scenario's own command ran for {seconds:.1f} s: {command}</source>
            <translation>der eigene Befehl des Szenarios lief {seconds:.1f} s: {command}</translation>
        </message>
        <message>
            <source>the script ends within a transaction; end it with COMMIT or ROLLBACK</source>
            <translation>das Skript endet innerhalb einer Transaktion; beenden Sie sie mit COMMIT oder ROLLBACK</translation>
        </message>
        <message>
            <source>the scripts and lists are too large for the native driver</source>
            <translation>die Skripte und Listen sind für den nativen Treiber zu groß</translation>
        </message>
        <message>
            <source>the server at {where} runs on another machine, and nothing watches that. Start an exporter there and name it in the scenario: watch = [{exporter}].</source>
            <translation>der Server auf {where} läuft auf einem anderen Rechner, den nichts beobachtet. Starten Sie dort einen Exporter und nennen Sie ihn im Szenario: watch = [{exporter}].</translation>
        </message>
        <message>
            <source>the server can't keep tables in the folder {folder} ({reason}); it must exist on the server's machine, belong to the server's account and, on MySQL, stand in its setting innodb_directories</source>
            <translation>Der Server kann im Ordner {folder} keine Tabellen ablegen ({reason}); der Ordner muss auf dem Rechner des Servers liegen, dem Konto des Servers gehören und bei MySQL in der Einstellung innodb_directories stehen</translation>
        </message>
        <message>
            <source>the server does not let this account make the trigger of {database}, because it writes a binary log; ask its administrator for SET GLOBAL log_bin_trust_function_creators = 1 (MySQL: SET PERSIST, which outlives a restart)</source>
            <translation>der Server lässt dieses Konto den Trigger von {database} nicht anlegen, weil er ein Binärlog schreibt; bitten Sie seinen Administrator um SET GLOBAL log_bin_trust_function_creators = 1 (MySQL: SET PERSIST, das einen Neustart übersteht)</translation>
        </message>
        <message>
            <source>the server ended idle sessions</source>
            <translation>der Server hat untätige Sitzungen beendet</translation>
        </message>
        <message>
            <source>the server had no value of it when the watching began.</source>
            <translation>der Server hatte keinen Wert dafür, als die Beobachtung begann.</translation>
        </message>
        <message>
            <source>the server ignores the folder {folder} for tables: it runs without innodb_file_per_table, or with NO_DIR_IN_CREATE; change that on the server, or remove the folder from the scenario's placement</source>
            <translation>Der Server übergeht den Ordner {folder} für Tabellen: Er läuft ohne innodb_file_per_table oder mit NO_DIR_IN_CREATE; ändern Sie das auf dem Server, oder nehmen Sie den Ordner aus placement im Szenario</translation>
        </message>
        <message>
            <source>the server is a standby, which takes no writes</source>
            <translation>der Server ist ein Standby, der keine Änderungen annimmt</translation>
        </message>
        <message>
            <source>the server is read-only (read_only = ON)</source>
            <translation>der Server nimmt keine Änderungen an (read_only = ON)</translation>
        </message>
        <message>
            <source>the server refuses it ({error}).</source>
            <translation>der Server verweigert es ({error}).</translation>
        </message>
        <message>
            <source>the server runs in a container or on another machine: its folder {folder} is not here. Watch its machine with an exporter.</source>
            <translation>der Server läuft in einem Container oder auf einem anderen Rechner: sein Ordner {folder} ist nicht hier. Beobachten Sie seinen Rechner mit einem Exporter.</translation>
        </message>
        <message>
            <source>the server runs in a container or on another machine: {program} listens on {where}. Watch its machine with an exporter.</source>
            <translation>der Server läuft in einem Container oder auf einem anderen Rechner: auf {where} lauscht {program}. Beobachten Sie seinen Rechner mit einem Exporter.</translation>
        </message>
        <message>
            <source>the server runs on another machine: its processor and disks are seen through an exporter alone</source>
            <translation>der Server läuft auf einem anderen Rechner: Dessen Prozessor und Datenträger sieht man nur durch einen Exporter</translation>
        </message>
        <message>
            <source>the server takes this login for its anonymous account {account}</source>
            <translation>der Server hält diese Anmeldung für sein anonymes Konto {account}</translation>
        </message>
        <message>
            <source>the server's own</source>
            <translation>wie auf dem Server eingestellt</translation>
        </message>
        <message>
            <source>the server's own log may say more</source>
            <translation>das Protokoll des Servers sagt vielleicht mehr</translation>
        </message>
        <message>
            <source>the server's process {pid} is gone</source>
            <translation>der Prozess {pid} des Servers ist weg</translation>
        </message>
        <message>
            <source>the session file is written to a tested device and uses some of its capacity</source>
            <translation>Die Sitzungsdatei liegt auf einem geprüften Gerät und beansprucht etwas von dessen Leistung</translation>
        </message>
        <message>
            <source>the session is recorded on {device} too, so that nobody can tell what of it is the server's. Record on another device; what the whole disk does is among the driver's counters.</source>
            <translation>auch die Sitzung wird auf {device} aufgezeichnet; niemand kann sagen, was davon dem Server gehört. Zeichnen Sie auf einem anderen Gerät auf; was der ganze Datenträger tut, steht bei den Zählern des Lasterzeugers.</translation>
        </message>
        <message>
            <source>the sessions have different numbers of repeats</source>
            <translation>die Sitzungen enthalten verschieden viele Wiederholungen</translation>
        </message>
        <message>
            <source>the sessions used different pacing: their figures can't be compared</source>
            <translation>die Sitzungen liefen mit einem anderen Takt: Ihre Zahlen sind nicht vergleichbar</translation>
        </message>
        <message>
            <source>the sessions used different plans: their figures can't be compared</source>
            <translation>die Sitzungen liefen mit einem anderen Plan: Ihre Zahlen sind nicht vergleichbar</translation>
        </message>
        <message>
            <source>the sessions used different seeds, so their users made different choices; set a seed in the plan</source>
            <translation>die Sitzungen haben verschiedene Startwerte gezogen: Ihre Nutzer wählten anders; ein Startwert im Plan passt für alle</translation>
        </message>
        <message>
            <source>the sessions used different workloads: their figures can't be compared</source>
            <translation>die Sitzungen liefen mit einer anderen Last: Ihre Zahlen sind nicht vergleichbar</translation>
        </message>
        <message>
            <source>the set-up was cancelled</source>
            <translation>die Einrichtung wurde abgebrochen</translation>
        </message>
        <message>
            <source>the set-up will make the database {name} before the load</source>
            <translation>die Einrichtung legt die Datenbank {name} vor der Last an</translation>
        </message>
        <message>
            <source>the set-up's database {name} is there</source>
            <translation>die Datenbank {name} der Einrichtung ist da</translation>
        </message>
        <message>
            <source>the set-up's statements were executed in it</source>
            <translation>die Anweisungen der Einrichtung wurden in ihr ausgeführt</translation>
        </message>
        <message>
            <source>the setting {name} = {text} is none that Outpace sets on SQL Server; it sets {known}, to a word or number</source>
            <translation>Die Einstellung {name} = {text} setzt Outpace auf SQL Server nicht; es setzt {known}, auf ein Wort oder eine Zahl</translation>
        </message>
        <message>
            <source>the size of the file {path} is missing</source>
            <translation>Die Größe der Datei {path} fehlt</translation>
        </message>
        <message>
            <source>the stock's counters differ from the lines of new orders by {count:,}</source>
            <translation>die Zähler des Bestands weichen um {count:,} von den Zeilen neuer Aufträge ab</translation>
        </message>
        <message>
            <source>the storage's own cache: at most half of the file ({cache:,.0f} MiB)</source>
            <translation>Cache des Speichers: höchstens die halbe Datei ({cache:,.0f} MiB)</translation>
        </message>
        <message>
            <source>the storage's own cache: not known (cache_mb)</source>
            <translation>Cache des Speichers: nicht bekannt (cache_mb)</translation>
        </message>
        <message>
            <source>the summary of all virtual users is missing: the profile was cut off</source>
            <translation>Die Zusammenfassung aller virtuellen Benutzer fehlt: Das Profil wurde abgeschnitten</translation>
        </message>
        <message>
            <source>the system's own</source>
            <translation>die des Systems</translation>
        </message>
        <message>
            <source>the systems "{one}" and "{other}" differ only in capitals or spaces: write the name of one system in one way</source>
            <translation>die Systeme "{one}" und "{other}" unterscheiden sich nur in Groß- und Kleinschreibung oder Leerzeichen: schreiben Sie den Namen eines Systems überall gleich</translation>
        </message>
        <message>
            <source>the systems are driven by unequal numbers of cores: {each}</source>
            <translation>die Systeme werden von ungleich vielen Kernen belastet: {each}</translation>
        </message>
        <message>
            <source>the systems are parts of one run, shown from different times</source>
            <translation>die Systeme sind Teile eines Laufs, zu verschiedenen Zeitpunkten gezeigt</translation>
        </message>
        <message>
            <source>the systems take turns, compared at the end</source>
            <translation>die Systeme wechseln sich ab, verglichen wird am Ende</translation>
        </message>
        <message>
            <source>the table {table} has other columns or indexes</source>
            <translation>die Tabelle {table} hat andere Spalten oder Indizes</translation>
        </message>
        <message>
            <source>the table {table} is missing</source>
            <translation>die Tabelle {table} fehlt</translation>
        </message>
        <message>
            <source>the text is larger than {kib} KiB</source>
            <translation>der Text ist größer als {kib} KiB</translation>
        </message>
        <message>
            <source>the text search configuration "simple" is missing</source>
            <translation>die Textsuch-Konfiguration „simple“ fehlt</translation>
        </message>
        <message>
            <source>the time of {trailer}</source>
            <translation>der Zeit von {trailer}</translation>
        </message>
        <message>
            <source>the total of its I/Os is missing</source>
            <translation>die Summe der I/Os fehlt</translation>
        </message>
        <message>
            <source>the transaction "{name}" has two think times; it needs the same on every engine</source>
            <translation>die Transaktion „{name}“ hat zwei Denkzeiten; sie braucht auf jeder Engine dieselbe</translation>
        </message>
        <message>
            <source>the transaction "{name}" is not there for {engine}</source>
            <translation>die Transaktion „{name}“ fehlt für {engine}</translation>
        </message>
        <message>
            <source>the transaction "{name}" is there twice for {engine}</source>
            <translation>die Transaktion „{name}“ gibt es für {engine} zweimal</translation>
        </message>
        <message>
            <source>the transaction has both a script and the file {file}; keep one of the two</source>
            <translation>die Transaktion hat ein Skript und die Datei {file}; behalten Sie eines von beiden</translation>
        </message>
        <message>
            <source>the transactions of {trailer}</source>
            <translation>so viele Transaktionen wie {trailer}</translation>
        </message>
        <message>
            <source>the transactions per second</source>
            <translation>die Transaktionen pro Sekunde</translation>
        </message>
        <message>
            <source>the transactions' statements can be tried once the set-up has made what they need</source>
            <translation>die Anweisungen der Transaktionen lassen sich erproben, sobald die Einrichtung angelegt hat, was sie brauchen</translation>
        </message>
        <message>
            <source>the transactions' statements were not tried: {reason}</source>
            <translation>die Anweisungen der Transaktionen wurden nicht erprobt: {reason}</translation>
        </message>
        <message>
            <source>the unit "{unit}" contradicts the name {metric}: write its values in {known}, or call it otherwise</source>
            <translation>die Einheit "{unit}" widerspricht dem Namen {metric}: schreiben Sie die Werte in {known}, oder nennen Sie ihn anders</translation>
        </message>
        <message>
            <source>the user "{login}"</source>
            <translation>den Benutzer "{login}"</translation>
        </message>
        <message>
            <source>the user may not read performance_schema.</source>
            <translation>Der Benutzer darf performance_schema nicht lesen.</translation>
        </message>
        <message>
            <source>the user {user} may not put anything into the tablespace {space}</source>
            <translation>der Benutzer {user} darf im Tablespace {space} nichts ablegen</translation>
        </message>
        <message>
            <source>the usual one</source>
            <translation>die übliche</translation>
        </message>
        <message>
            <source>the value at the time of reading</source>
            <translation>der Wert im Augenblick des Ablesens</translation>
        </message>
        <message>
            <source>the value of {keyword} holds a brace or semicolon, which {family} could take for the begin of another keyword; use a value without them</source>
            <translation>der Wert von {keyword} enthält eine Klammer oder ein Semikolon, womit für {family} ein anderes Schlüsselwort beginnen könnte; nehmen Sie einen Wert ohne sie</translation>
        </message>
        <message>
            <source>the value of {trailer}</source>
            <translation>des Werts von {trailer}</translation>
        </message>
        <message>
            <source>the variable {name} has no value; give it one by {command} before, as one that is drawn, or as a constant ("define" in [workload], "Constants" in the window)</source>
            <translation>die Variable {name} hat keinen Wert; geben Sie ihr einen durch {command} davor, als gezogene Variable oder als Konstante („define“ in [workload], „Konstanten“ im Fenster)</translation>
        </message>
        <message>
            <source>the variable {name} is there twice</source>
            <translation>die Variable {name} gibt es zweimal</translation>
        </message>
        <message>
            <source>the weight stands here and behind the file's name, {file}; keep one of the two</source>
            <translation>das Gewicht steht hier und hinter dem Dateinamen, {file}; behalten Sie eines von beiden</translation>
        </message>
        <message>
            <source>the whole run, or seconds of it such as 480-600</source>
            <translation>der ganze Lauf; oder Sekunden davon, etwa 480-600</translation>
        </message>
        <message>
            <source>the workload "{name}" does not run on {engine} yet; it runs on {engines}</source>
            <translation>die Last „{name}“ läuft noch nicht auf {engine}; sie läuft auf {engines}</translation>
        </message>
        <message>
            <source>the workload "{name}" needs storage targets (engine = "storage"), and this one is a database</source>
            <translation>die Last "{name}" braucht Speicherziele (engine = "storage"), und dieses ist eine Datenbank</translation>
        </message>
        <message>
            <source>the workload's own</source>
            <translation>wie in der Last</translation>
        </message>
        <message>
            <source>the write IOPS</source>
            <translation>die Schreib-IOPS</translation>
        </message>
        <message>
            <source>the write latency</source>
            <translation>die Schreiblatenz</translation>
        </message>
        <message>
            <source>the writes of {trailer}</source>
            <translation>so viele Schreibzugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>there are lines after the Final line: use one file per run</source>
            <translation>Nach der Zeile Final folgen weitere Zeilen: Eine Datei enthält einen Lauf</translation>
        </message>
        <message>
            <source>there are lines of a second run: use one file per run</source>
            <translation>Hier stehen Zeilen eines zweiten Laufs: Nehmen Sie eine Datei je Lauf</translation>
        </message>
        <message>
            <source>there are no readings below the header</source>
            <translation>Unter der Kopfzeile steht kein Messwert</translation>
        </message>
        <message>
            <source>there are {names}</source>
            <translation>es gibt {names}</translation>
        </message>
        <message>
            <source>there is a baseline already</source>
            <translation>es gibt schon ein Vergleichssystem</translation>
        </message>
        <message>
            <source>there is no ODBC driver "{wanted}" on this machine. {others}. Name one of these, or install it: {advice}</source>
            <translation>Auf diesem Rechner gibt es keinen ODBC-Treiber "{wanted}". {others}. Nennen Sie einen davon, oder installieren Sie ihn: {advice}</translation>
        </message>
        <message>
            <source>there is no agent "{name}"; the agents are {known}</source>
            <translation>es gibt keinen Agenten „{name}“; die Agenten sind {known}</translation>
        </message>
        <message>
            <source>there is no column "{name}"; {choices}</source>
            <translation>Es gibt keine Spalte "{name}"; {choices}</translation>
        </message>
        <message>
            <source>there is no database {path}; restore it first</source>
            <translation>Es gibt keine Datenbank {path}; stellen Sie sie erst wieder her</translation>
        </message>
        <message>
            <source>there is no file to import</source>
            <translation>Es gibt keine Datei zum Importieren</translation>
        </message>
        <message>
            <source>there is no file {path}; prepare it first</source>
            <translation>Es gibt keine Datei {path}; bereiten Sie sie erst vor</translation>
        </message>
        <message>
            <source>there is no statement</source>
            <translation>es gibt keine Anweisung</translation>
        </message>
        <message>
            <source>there is no such file</source>
            <translation>Diese Datei gibt es nicht</translation>
        </message>
        <message>
            <source>there is no system "{name}"; the systems are {known}</source>
            <translation>es gibt kein System „{name}“; die Systeme sind {known}</translation>
        </message>
        <message>
            <source>there is no tablespace {space} on this server</source>
            <translation>auf diesem Server gibt es keinen Tablespace {space}</translation>
        </message>
        <message>
            <source>there is no {what} "{name}"; known are {names}</source>
            <translation>„{name}“ ({what}) gibt es nicht; bekannt sind {names}</translation>
        </message>
        <message>
            <source>there is none</source>
            <translation>es gibt keinen</translation>
        </message>
        <message>
            <source>there is one system</source>
            <translation>es gibt ein einziges System</translation>
        </message>
        <message>
            <source>these results have no time span: the run did not finish</source>
            <translation>Diese Ergebnisse enthalten keine Zeitspanne: Der Lauf kam nicht zu Ende</translation>
        </message>
        <message>
            <source>think time {think_ms} ms</source>
            <translation>Denkzeit {think_ms} ms</translation>
        </message>
        <message>
            <source>think time, s</source>
            <translation>Denkzeit, s</translation>
        </message>
        <message>
            <source>this Performance Monitor log contains no counters.</source>
            <translation>Dieses Protokoll der Leistungsüberwachung enthält keinen Zähler.</translation>
        </message>
        <message>
            <source>this Performance Monitor log contains no samples</source>
            <translation>Dieses Protokoll der Leistungsüberwachung enthält keine Messwerte</translation>
        </message>
        <message>
            <source>this Performance Monitor log contains no samples.</source>
            <translation>Dieses Protokoll der Leistungsüberwachung enthält keine Messwerte.</translation>
        </message>
        <message>
            <source>this SQL Server has no full-text search, which DVD Store's title and actor searches need: add the feature "Full-Text and Semantic Extractions for Search" with its setup, on Linux the package mssql-server-fts</source>
            <translation>Dieser SQL Server hat keine Volltextsuche, die der DVD Store für Titel und Schauspieler braucht: Ergänzen Sie mit dem Setup das Feature "Full-Text and Semantic Extractions for Search", unter Linux das Paket mssql-server-fts</translation>
        </message>
        <message>
            <source>this account may not make the database {database} with its tables, triggers and procedures ({reason}); ask the server's administrator for GRANT ALL PRIVILEGES ON that database{more}</source>
            <translation>Dieses Konto darf die Datenbank {database} mit ihren Tabellen, Triggern und Prozeduren nicht anlegen ({reason}); bitten Sie den Administrator des Servers um GRANT ALL PRIVILEGES auf diese Datenbank{more}</translation>
        </message>
        <message>
            <source>this can't be changed here ({reason}); open the file in a text editor</source>
            <translation>Das lässt sich hier nicht ändern ({reason}); öffnen Sie die Datei in einem Texteditor</translation>
        </message>
        <message>
            <source>this is a result of TPROC-H (times of queries), which cannot be imported; TPROC-C can. Write its figures as run totals: a CSV with the columns system, run, metric, value</source>
            <translation>das ist ein Ergebnis von TPROC-H (Zeiten von Abfragen), das nicht importiert werden kann; TPROC-C schon. Schreiben Sie die Zahlen als Laufsummen: eine CSV mit den Spalten system, run, metric, value</translation>
        </message>
        <message>
            <source>this is already a session: open it, or combine several with outpace join</source>
            <translation>Das ist schon eine Sitzung: Öffnen Sie sie, oder machen Sie mit outpace join aus mehreren eine</translation>
        </message>
        <message>
            <source>this is needed</source>
            <translation>hier fehlt eine Angabe</translation>
        </message>
        <message>
            <source>this is needed: {why}</source>
            <translation>hier fehlt eine Angabe: {why}</translation>
        </message>
        <message>
            <source>this is no line of HammerDB's transaction counter</source>
            <translation>Das ist keine Zeile des Transaktionszählers von HammerDB</translation>
        </message>
        <message>
            <source>this is no line of fio's log (time, value, direction, block size)</source>
            <translation>Das ist keine Zeile eines Protokolls von fio (Zeit, Wert, Richtung, Blockgröße)</translation>
        </message>
        <message>
            <source>this is no line of pgbench's log</source>
            <translation>Das ist keine Zeile eines Protokolls von pgbench</translation>
        </message>
        <message>
            <source>this is no line of sysbench's --report-interval</source>
            <translation>Das ist keine Zeile von --report-interval von sysbench</translation>
        </message>
        <message>
            <source>this is not a Performance Monitor log: its first line does not begin with (PDH-CSV 4.0).</source>
            <translation>Das ist kein Protokoll der Leistungsüberwachung: Die erste Zeile beginnt nicht mit (PDH-CSV 4.0).</translation>
        </message>
        <message>
            <source>this is not a text file</source>
            <translation>Das ist keine Textdatei</translation>
        </message>
        <message>
            <source>this is {what}, which cannot be imported as it is. Import what this gives: {command}</source>
            <translation>das ist {what}, was so nicht importiert werden kann. Importieren Sie, was dies ergibt: {command}</translation>
        </message>
        <message>
            <source>this is {what}, which cannot be imported. Write its figures as run totals: a CSV with the columns system, run, metric, value</source>
            <translation>das ist {what}, was nicht importiert werden kann. Schreiben Sie die Zahlen als Laufsummen: eine CSV mit den Spalten system, run, metric, value</translation>
        </message>
        <message>
            <source>this line has more fields than those before it</source>
            <translation>diese Zeile hat mehr Felder als die davor</translation>
        </message>
        <message>
            <source>this line is older than the previous one: let fio write a log for each job (per_job_logs=1)</source>
            <translation>Diese Zeile ist älter als die vorige: Lassen Sie fio für jeden Job ein eigenes Protokoll schreiben (per_job_logs=1)</translation>
        </message>
        <message>
            <source>this log contains no counters</source>
            <translation>dieses Protokoll enthält keine Zähler</translation>
        </message>
        <message>
            <source>this machine</source>
            <translation>dieser Rechner</translation>
        </message>
        <message>
            <source>this machine does not count its processors' energy (no package in {folder}). Virtual machines do not; on others load the kernel module intel_rapl_msr.</source>
            <translation>Dieser Rechner zählt die Energie seiner Prozessoren nicht (kein Eintrag package in {folder}). Virtuelle Maschinen tun es nicht; auf anderen laden Sie das Kernelmodul intel_rapl_msr.</translation>
        </message>
        <message>
            <source>this machine does not tell which device {folder} lies on. Watch it with an exporter.</source>
            <translation>dieser Rechner sagt nicht, auf welchem Gerät {folder} liegt. Beobachten Sie ihn mit einem Exporter.</translation>
        </message>
        <message>
            <source>this machine does not tell which process is the server at {where}. Start Outpace as an administrator, or watch the machine with an exporter.</source>
            <translation>dieser Rechner sagt nicht, welcher Prozess der Server auf {where} ist. Starten Sie Outpace als Administrator, oder beobachten Sie den Rechner mit einem Exporter.</translation>
        </message>
        <message>
            <source>this machine limits {letters}</source>
            <translation>dieser Rechner begrenzt {letters}</translation>
        </message>
        <message>
            <source>this one</source>
            <translation>dieser</translation>
        </message>
        <message>
            <source>this operating system does not tell what of a process's reads and writes reaches the storage.</source>
            <translation>dieses Betriebssystem sagt nicht, was vom Lesen und Schreiben eines Prozesses den Datenträger erreicht.</translation>
        </message>
        <message>
            <source>this row has no time</source>
            <translation>diese Zeile hat keine Zeit</translation>
        </message>
        <message>
            <source>this row is no later than the one before it</source>
            <translation>diese Zeile ist nicht später als die vor ihr</translation>
        </message>
        <message>
            <source>this row is older than the previous one: sort the rows by time</source>
            <translation>Diese Zeile ist älter als die davor: Sortieren Sie die Zeilen nach der Zeit</translation>
        </message>
        <message>
            <source>this row is {days:,.0f} days after the start of the load; a run lasts {most_days} at most</source>
            <translation>Diese Zeile liegt {days:,.0f} Tage nach Beginn der Last, ein Lauf dauert höchstens {most_days}</translation>
        </message>
        <message>
            <source>this run writes and destroys the device's contents: use read_percent = 100 (in a sweep passes = ["read"]), or allow it with force_write = true</source>
            <translation>dieser Lauf schreibt und zerstört damit, was auf dem Gerät steht: Nehmen Sie read_percent = 100 (bei einer Messreihe passes = ["read"]), oder erlauben Sie es mit force_write = true</translation>
        </message>
        <message>
            <source>this sample is older than the previous one: sort the rows by time</source>
            <translation>Dieser Messwert ist älter als der davor: Sortieren Sie die Zeilen nach der Zeit</translation>
        </message>
        <message>
            <source>this second</source>
            <translation>diese Sekunde</translation>
        </message>
        <message>
            <source>this sheet</source>
            <translation>dieses Blatt</translation>
        </message>
        <message>
            <source>this step</source>
            <translation>diese Stufe</translation>
        </message>
        <message>
            <source>this system has no such counter</source>
            <translation>dieses System hat keinen solchen Zähler</translation>
        </message>
        <message>
            <source>this time has a different format from those before</source>
            <translation>Diese Zeit ist anders geschrieben als die davor</translation>
        </message>
        <message>
            <source>this time has lost its seconds, as the one before: a spreadsheet saved the log again. Import the log as Performance Monitor wrote it (relog FILE.blg -f csv -o log.csv)</source>
            <translation>Diese Zeit hat wie die davor ihre Sekunden verloren: Eine Tabellenkalkulation hat das Protokoll neu gespeichert. Importieren Sie es, wie die Leistungsüberwachung es schrieb (relog DATEI.blg -f csv -o log.csv)</translation>
        </message>
        <message>
            <source>this time span holds no I/O (Thread, Target, IOCount)</source>
            <translation>Diese Zeitspanne enthält keine I/Os (Thread, Target, IOCount)</translation>
        </message>
        <message>
            <source>this user</source>
            <translation>diesen Benutzer</translation>
        </message>
        <message>
            <source>this window has not run anything yet</source>
            <translation>in diesem Fenster lief noch nichts</translation>
        </message>
        <message>
            <source>this window has not started a run</source>
            <translation>es läuft nichts, was dieses Fenster gestartet hat</translation>
        </message>
        <message>
            <source>this workload and plan have no figure "{name}"; did you mean "{nearest}"? They have {known}</source>
            <translation>diese Last und dieser Plan haben keine Zahl „{name}“; war „{nearest}“ gemeint? Sie haben {known}</translation>
        </message>
        <message>
            <source>threads</source>
            <translation>Threads</translation>
        </message>
        <message>
            <source>time to finish</source>
            <translation>Zeit bis zum Ziel</translation>
        </message>
        <message>
            <source>timed run</source>
            <translation>Lauf fester Dauer</translation>
        </message>
        <message>
            <source>timed run, fixed window</source>
            <translation>Lauf fester Dauer, festes Fenster</translation>
        </message>
        <message>
            <source>timed run, steady part wanted</source>
            <translation>Lauf fester Dauer, eingeschwungener Teil gewünscht</translation>
        </message>
        <message>
            <source>timeout</source>
            <translation>Zeitüberschreitung</translation>
        </message>
        <message>
            <source>times</source>
            <translation>mal</translation>
        </message>
        <message>
            <source>timing</source>
            <translation>Zeitmessung</translation>
        </message>
        <message>
            <source>title</source>
            <translation>Titel</translation>
        </message>
        <message>
            <source>tls = "require" or "verify" is safer (in odbc, the driver's own keyword). </source>
            <translation>Sicherer ist tls = "require" oder "verify" (in odbc das Schlüsselwort des Treibers dafür). </translation>
        </message>
        <message>
            <source>tls = "verify" needs the certificate of the authority that signed the server's: name its file in tls_ca</source>
            <translation>tls = "verify" braucht das Zertifikat der Stelle, die das des Servers signiert hat: Nennen Sie dessen Datei in tls_ca</translation>
        </message>
        <message>
            <source>to {letter}</source>
            <translation>zu {letter}</translation>
        </message>
        <message>
            <source>together, as asked[ ({shared})]</source>
            <translation>gleichzeitig, wie gewünscht[ ({shared})]</translation>
        </message>
        <message>
            <source>together: the systems share nothing that is known</source>
            <translation>gleichzeitig: Die Systeme teilen nichts, soweit bekannt</translation>
        </message>
        <message>
            <source>too deep</source>
            <translation>zu tief geschachtelt</translation>
        </message>
        <message>
            <source>too many connections</source>
            <translation>zu viele Verbindungen</translation>
        </message>
        <message>
            <source>too many elements or levels: this is not diskspd output</source>
            <translation>zu viele oder zu tief geschachtelte Elemente: Das ist keine Ausgabe von diskspd</translation>
        </message>
        <message>
            <source>totals</source>
            <translation>Gesamtwerte</translation>
        </message>
        <message>
            <source>track_io_timing is off.</source>
            <translation>track_io_timing ist aus.</translation>
        </message>
        <message>
            <source>track_wal_io_timing is off.</source>
            <translation>track_wal_io_timing ist aus.</translation>
        </message>
        <message>
            <source>transaction "{name}"</source>
            <translation>Transaktion „{name}“</translation>
        </message>
        <message>
            <source>transaction "{name}", line {line}</source>
            <translation>Transaktion „{name}“, Zeile {line}</translation>
        </message>
        <message>
            <source>transaction "{name}", {file}</source>
            <translation>Transaktion „{name}“, {file}</translation>
        </message>
        <message>
            <source>transaction "{name}", {file}:{line}</source>
            <translation>Transaktion „{name}“, {file}:{line}</translation>
        </message>
        <message>
            <source>transaction log full</source>
            <translation>Transaktionsprotokoll voll</translation>
        </message>
        <message>
            <source>transactions of statements on this engine are in Python alone</source>
            <translation>Transaktionen aus Anweisungen fährt auf dieser Engine nur der Treiber in Python</translation>
        </message>
        <message>
            <source>transactions per second</source>
            <translation>Transaktionen pro Sekunde</translation>
        </message>
        <message>
            <source>transactions/s per target</source>
            <translation>Transaktionen/s je Ziel</translation>
        </message>
        <message>
            <source>transport</source>
            <translation>Transport</translation>
        </message>
        <message>
            <source>transport = "{name}" needs the native driver, and this one is in Python</source>
            <translation>transport = "{name}" braucht den nativen Treiber, und dieser ist in Python</translation>
        </message>
        <message>
            <source>transport = "{name}" needs the native driver: {lack}</source>
            <translation>transport = "{name}" braucht den nativen Treiber: {lack}</translation>
        </message>
        <message>
            <source>tried {numbers} users: all held</source>
            <translation>versucht mit {numbers} Nutzern: alle hielten</translation>
        </message>
        <message>
            <source>tried {numbers} users: none held</source>
            <translation>versucht mit {numbers} Nutzern: keine hielten</translation>
        </message>
        <message>
            <source>tried {numbers} users: {most} held, {next} did not</source>
            <translation>versucht mit {numbers} Nutzern: {most} hielten, {next} nicht</translation>
        </message>
        <message>
            <source>trim is possible on Linux only</source>
            <translation>Trim ist nur unter Linux möglich</translation>
        </message>
        <message>
            <source>trims: {rates} /s</source>
            <translation>Trims: {rates} /s</translation>
        </message>
        <message>
            <source>truncated or overwritten</source>
            <translation>gekürzt oder überschrieben</translation>
        </message>
        <message>
            <source>two agents are named "{name}"</source>
            <translation>zwei Agenten heißen „{name}“</translation>
        </message>
        <message>
            <source>two figures are called "{name}"</source>
            <translation>Zwei Werte heißen "{name}"</translation>
        </message>
        <message>
            <source>two systems are named "{name}"</source>
            <translation>zwei Systeme heißen „{name}“</translation>
        </message>
        <message>
            <source>two systems read and write in one folder</source>
            <translation>zwei Systeme lesen und schreiben in einem Ordner</translation>
        </message>
        <message>
            <source>typed</source>
            <translation>angegeben</translation>
        </message>
        <message>
            <source>typeperf can't be started ({reason}): it is a part of Windows. Elsewhere watch the machine with an exporter.</source>
            <translation>typeperf lässt sich nicht starten ({reason}): Es ist ein Teil von Windows. Anderswo beobachtet ein Exporter den Rechner.</translation>
        </message>
        <message>
            <source>typeperf gives other counters than at the start; start the run again to see them</source>
            <translation>typeperf liefert andere Zähler als am Anfang; starten Sie den Lauf neu, um sie zu sehen</translation>
        </message>
        <message>
            <source>typeperf of this machine</source>
            <translation>typeperf dieses Rechners</translation>
        </message>
        <message>
            <source>typeperf of {host}</source>
            <translation>typeperf von {host}</translation>
        </message>
        <message>
            <source>typeperf said nothing</source>
            <translation>typeperf hat nichts ausgegeben</translation>
        </message>
        <message>
            <source>typeperf sent no line</source>
            <translation>typeperf hat keine Zeile gesendet</translation>
        </message>
        <message>
            <source>unchanged since the set-up</source>
            <translation>unverändert seit der Einrichtung</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message>
            <source>unknown key{hint}</source>
            <translation>unbekannter Schlüssel{hint}</translation>
        </message>
        <message>
            <source>until then {ratio}</source>
            <translation>bis dahin {ratio}</translation>
        </message>
        <message>
            <source>used</source>
            <translation>benutzt</translation>
        </message>
        <message>
            <source>user sweep</source>
            <translation>Messreihe über die Nutzerzahl</translation>
        </message>
        <message>
            <source>user sweep, {from_users} to {to_users} users per target</source>
            <translation>Messreihe über die Nutzerzahl, {from_users} bis {to_users} Nutzer je Ziel</translation>
        </message>
        <message>
            <source>users</source>
            <translation>Nutzer</translation>
        </message>
        <message>
            <source>users of each target</source>
            <translation>Nutzer je Ziel</translation>
        </message>
        <message>
            <source>users per target</source>
            <translation>Nutzern je Ziel</translation>
        </message>
        <message>
            <source>users within the limit</source>
            <translation>Nutzer innerhalb der Grenze</translation>
        </message>
        <message>
            <source>value</source>
            <translation>Wert</translation>
        </message>
        <message>
            <source>verified</source>
            <translation>geprüft</translation>
        </message>
        <message>
            <source>version</source>
            <translation>Version</translation>
        </message>
        <message>
            <source>visitors see that it does not answer</source>
            <translation>Besucher sehen, dass es nicht antwortet</translation>
        </message>
        <message>
            <source>visitors see that it has stopped, and no comparison</source>
            <translation>Besucher sehen, dass es steht, und keinen Vergleich</translation>
        </message>
        <message>
            <source>visitors see what comes next</source>
            <translation>Besucher sehen, was als Nächstes kommt</translation>
        </message>
        <message>
            <source>waiting for locks</source>
            <translation>wartet auf Sperren</translation>
        </message>
        <message>
            <source>waiting for the first sample</source>
            <translation>wartet auf den ersten Messwert</translation>
        </message>
        <message>
            <source>warm-up</source>
            <translation>Aufwärmen</translation>
        </message>
        <message>
            <source>warm-up {warmup}, then {run}</source>
            <translation>{warmup} Aufwärmen, dann {run}</translation>
        </message>
        <message>
            <source>warm-up, s</source>
            <translation>Aufwärmen, s</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>Warnung</translation>
        </message>
        <message>
            <source>watched</source>
            <translation>beobachtet</translation>
        </message>
        <message>
            <source>when {name} finished</source>
            <translation>als {name} fertig war</translation>
        </message>
        <message>
            <source>where it runs is not known: {error}</source>
            <translation>wo er läuft, ist nicht bekannt: {error}</translation>
        </message>
        <message>
            <source>which is the time column? {choices} (--time COLUMN)</source>
            <translation>Welche Spalte ist die Zeit? {choices} (--time SPALTE)</translation>
        </message>
        <message>
            <source>which is the watts column? {choices} (--watts COLUMN)</source>
            <translation>Welche Spalte enthält die Watt? {choices} (--watts SPALTE)</translation>
        </message>
        <message>
            <source>which system does it belong to: {known}? --system "A={file}"</source>
            <translation>zu welchem System gehört es: {known}? --system "A={file}"</translation>
        </message>
        <message>
            <source>which system does it belong to: {known}? --system "NAME={file}"</source>
            <translation>Zu welchem System gehört sie: {known}? --system "NAME={file}"</translation>
        </message>
        <message>
            <source>who logs in to the server</source>
            <translation>Wer meldet sich am Server an?</translation>
        </message>
        <message>
            <source>window: seconds since the start such as "480-600", not "{text}"</source>
            <translation>window: Sekunden seit dem Start, etwa "480-600", nicht "{text}"</translation>
        </message>
        <message>
            <source>window_from_s and window_to_s need window = "fixed"</source>
            <translation>window_from_s und window_to_s brauchen window = "fixed"</translation>
        </message>
        <message>
            <source>with answers within {time} on average</source>
            <translation>bei Antworten in {time} im Mittel</translation>
        </message>
        <message>
            <source>with power meters</source>
            <translation>mit Leistungsmessern</translation>
        </message>
        <message>
            <source>with the files beside it, the scenario is larger than 64 KiB</source>
            <translation>mit den Dateien neben ihm ist das Szenario größer als 64 KiB</translation>
        </message>
        <message>
            <source>with their tables</source>
            <translation>bei ihren Tabellen</translation>
        </message>
        <message>
            <source>with {share} % answered within {time}</source>
            <translation>bei {share} % Antworten in {time}</translation>
        </message>
        <message>
            <source>within 5 % of each other</source>
            <translation>weniger als 5 % auseinander</translation>
        </message>
        <message>
            <source>within 5 % of each other, so far</source>
            <translation>weniger als 5 % auseinander, bisher</translation>
        </message>
        <message>
            <source>worker {worker}[ of target {target}]: up to {share:.0%} of the latency is its own waiting for a core, [warning above {limit:.0%}, not valid above {invalid_above:.0%}|limit {limit:.0%}]</source>
            <translation>bis zu {share:.0%} der Latenz ist das eigene Warten von Arbeitsprozess {worker}[ von Ziel {target}] auf einen Kern ([Warnung über {limit:.0%}, ungültig über {invalid_above:.0%}|Grenze {limit:.0%}])</translation>
        </message>
        <message>
            <source>worker {worker}[ of target {target}]: {lag_ms:.3g} ms late (p99), median response {response_ms:.3g} ms</source>
            <translation>Arbeitsprozess {worker}[ von Ziel {target}]: {lag_ms:.3g} ms zu spät (p99), Antwortzeit im Median {response_ms:.3g} ms</translation>
        </message>
        <message>
            <source>worker {worker}[ of target {target}]: {share:.0%} of a core, [warning above {limit:.0%}, not valid above {invalid_above:.0%}|limit {limit:.0%}]</source>
            <translation>Arbeitsprozess {worker}[ von Ziel {target}] brauchte {share:.0%} eines Kerns ([Warnung über {limit:.0%}, ungültig über {invalid_above:.0%}|Grenze {limit:.0%}])</translation>
        </message>
        <message>
            <source>worker {worker}[ of target {target}]: {share:.0%} of its I/Os waited for the driver, limit {limit:.0%}</source>
            <translation>von den I/Os, die Arbeitsprozess {worker}[ von Ziel {target}] ausstehend haben sollte, warteten {share:.0%} auf den Lasterzeuger (Grenze {limit:.0%})</translation>
        </message>
        <message>
            <source>worse</source>
            <translation>schlechter</translation>
        </message>
        <message>
            <source>writable</source>
            <translation>beschreibbar</translation>
        </message>
        <message>
            <source>write pattern</source>
            <translation>Schreibmuster</translation>
        </message>
        <message>
            <source>write through</source>
            <translation>Write-through</translation>
        </message>
        <message>
            <source>write time</source>
            <translation>Schreibzeit</translation>
        </message>
        <message>
            <source>write-through</source>
            <translation>Write-through</translation>
        </message>
        <message>
            <source>write-through off</source>
            <translation>Write-through aus</translation>
        </message>
        <message>
            <source>write-through off: the drive's own cache may answer a write</source>
            <translation>Write-through aus: Ein Schreibvorgang ist womöglich schon im Cache des Laufwerks bestätigt</translation>
        </message>
        <message>
            <source>write-through on</source>
            <translation>Write-through an</translation>
        </message>
        <message>
            <source>write-through on: a write is answered when it is on the medium</source>
            <translation>Write-through an: Ein Schreibvorgang ist bestätigt, wenn er auf dem Medium ist</translation>
        </message>
        <message>
            <source>writes</source>
            <translation>Schreiben</translation>
        </message>
        <message>
            <source>writes at a time</source>
            <translation>Schreibzugriffe gleichzeitig</translation>
        </message>
        <message>
            <source>writing its file</source>
            <translation>schreibt die Datei</translation>
        </message>
        <message>
            <source>writing {path}</source>
            <translation>{path} wird geschrieben</translation>
        </message>
        <message>
            <source>wrong data</source>
            <translation>falsche Daten</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <source>zone "{text}": how far ahead of UTC, such as +01:00</source>
            <translation>Zeitzone „{text}“: wie weit vor UTC, etwa +01:00</translation>
        </message>
        <message>
            <source>{access} {kind}</source>
            <translation>{kind}, {access}</translation>
        </message>
        <message>
            <source>{account} may not create databases on this {engine}</source>
            <translation>{account} darf auf diesem {engine} keine Datenbanken anlegen</translation>
        </message>
        <message>
            <source>{account} may not create the workload's triggers, because the server writes a binary log (log_bin = ON) and log_bin_trust_function_creators is off</source>
            <translation>{account} darf die Trigger der Arbeitslast nicht anlegen, weil der Server ein Binärlog schreibt (log_bin = ON) und log_bin_trust_function_creators aus ist</translation>
        </message>
        <message>
            <source>{account} may not read all of the server's statistics: its I/O stays unknown</source>
            <translation>{account} darf nicht alle Statistiken des Servers lesen: sein I/O bleibt unbekannt</translation>
        </message>
        <message>
            <source>{account}: its password is expected as a line of standard input.</source>
            <translation>{account}: Das Kennwort wird als Zeile der Standardeingabe erwartet.</translation>
        </message>
        <message>
            <source>{account}: its password is needed, and there is no terminal to ask for it. Please {how}, or name an environment variable in the scenario: password = "env:NAME".</source>
            <translation>{account}: Das Kennwort wird gebraucht, und hier ist niemand, der es eingeben kann. Bitte {how}, oder nennen Sie im Szenario eine Umgebungsvariable: password = "env:NAME".</translation>
        </message>
        <message>
            <source>{account}: the environment variable {variable} is not set. Set it to the password, or name another source in the scenario.</source>
            <translation>{account}: Die Umgebungsvariable {variable} ist nicht gesetzt. Setzen Sie sie auf das Kennwort, oder nennen Sie im Szenario eine andere Quelle.</translation>
        </message>
        <message>
            <source>{agents} limit {letters}</source>
            <translation>{agents} begrenzen {letters}</translation>
        </message>
        <message>
            <source>{agents} limits {letters}</source>
            <translation>{agents} begrenzt {letters}</translation>
        </message>
        <message>
            <source>{agent} and {other} are one machine</source>
            <translation>{agent} und {other} sind ein Rechner</translation>
        </message>
        <message>
            <source>{agent} does not reach it: {reason}</source>
            <translation>{agent} erreicht es nicht: {reason}</translation>
        </message>
        <message>
            <source>{agent} is the machine that Outpace itself runs on</source>
            <translation>{agent} ist der Rechner, auf dem Outpace selbst läuft</translation>
        </message>
        <message>
            <source>{agent} reaches it in {trip:.3g} ms</source>
            <translation>{agent} erreicht es in {trip:.3g} ms</translation>
        </message>
        <message>
            <source>{agent}: Outpace {version}, {system}, {cores} cores ({idle:.1f} idle), {memory:.0f} GiB; clock known to ± {unsure:.3g} ms, an answer takes {trip:.3g} ms</source>
            <translation>{agent}: Outpace {version}, {system}, {cores} Kerne ({idle:.1f} frei), {memory:.0f} GiB; Uhr auf ± {unsure:.3g} ms bekannt, eine Antwort dauert {trip:.3g} ms</translation>
        </message>
        <message>
            <source>{agent}: Outpace {version}, {system}, {cores} cores, {memory:.0f} GiB</source>
            <translation>{agent}: Outpace {version}, {system}, {cores} Kerne, {memory:.0f} GiB</translation>
        </message>
        <message>
            <source>{agent}: a process may have {most:,} files open there, and {users:,} users of a target need {needed:,}</source>
            <translation>{agent}: Ein Prozess darf dort {most:,} Dateien offen haben, und {users:,} Nutzer eines Ziels brauchen {needed:,}</translation>
        </message>
        <message>
            <source>{agent}: in {seconds:.0f} s its clock went {ppm:+.0f} ppm (± {unsure:.0f}) against the one here</source>
            <translation>{agent}: In {seconds:.0f} s ging seine Uhr um {ppm:+.0f} ppm (± {unsure:.0f}) anders als die hier</translation>
        </message>
        <message>
            <source>{agent}: its clock is known to ± {unsure:.3g} ms, an answer takes {trip:.3g} ms</source>
            <translation>{agent}: Seine Uhr ist auf ± {unsure:.3g} ms bekannt, eine Antwort dauert {trip:.3g} ms</translation>
        </message>
        <message>
            <source>{agent}: its clock jumps, or goes by more than {most:g} ppm faster or slower than the one here</source>
            <translation>{agent}: Seine Uhr springt, oder sie geht um mehr als {most:g} ppm schneller oder langsamer als die hier</translation>
        </message>
        <message>
            <source>{agent}: its time of day is kept by NTP or the like</source>
            <translation>{agent}: Die Uhrzeit dort hält NTP oder Ähnliches</translation>
        </message>
        <message>
            <source>{agent}: lost at {begin}</source>
            <translation>{agent}: verloren um {begin}</translation>
        </message>
        <message>
            <source>{agent}: nothing keeps its time of day right; Outpace's own times need none</source>
            <translation>{agent}: Nichts stellt die Uhrzeit dort; Outpace’ eigene Zeiten brauchen es nicht</translation>
        </message>
        <message>
            <source>{agent}: other programs use {share:.0%} of its processors</source>
            <translation>{agent}: Andere Programme belegen {share:.0%} seiner Prozessoren</translation>
        </message>
        <message>
            <source>{agent}: preparing the databases ended unexpectedly there. The details are in its agent.log</source>
            <translation>{agent}: Das Vorbereiten der Datenbanken endete dort unerwartet. Näheres steht in seiner agent.log</translation>
        </message>
        <message>
            <source>{agent}: silent from {begin} to {end}</source>
            <translation>{agent}: stumm von {begin} bis {end}</translation>
        </message>
        <message>
            <source>{agent}: silent since {begin}</source>
            <translation>{agent}: stumm seit {begin}</translation>
        </message>
        <message>
            <source>{agent}: the machine has said nothing of its work on the databases for {seconds:.0f} s. See what it does, and its agent.log</source>
            <translation>{agent}: Der Rechner hat seit {seconds:.0f} s nichts über seine Arbeit an den Datenbanken gemeldet. Sehen Sie nach, was er tut, und in seine agent.log</translation>
        </message>
        <message>
            <source>{agent}: the machine is lost: {reason}</source>
            <translation>{agent}: Der Rechner ist verloren: {reason}</translation>
        </message>
        <message>
            <source>{agent}: the machine is lost; nothing can be done there</source>
            <translation>{agent}: Der Rechner ist verloren; dort kann nichts getan werden</translation>
        </message>
        <message>
            <source>{alike}
Are these repeats, or targets (virtual machines, servers) that ran together?
  repeats: {repeats}
  targets: {targets}
Files of different systems take --system "NAME=FILE".</source>
            <translation>{alike}
Sind es Wiederholungen oder Ziele (virtuelle Maschinen, Server), die zusammen liefen?
  Wiederholungen: {repeats}
  Ziele: {targets}
Dateien verschiedener Systeme brauchen --system "NAME=DATEI".</translation>
        </message>
        <message>
            <source>{alive} of {requested}</source>
            <translation>{alive} von {requested}</translation>
        </message>
        <message>
            <source>{begin} to {end}</source>
            <translation>{begin} bis {end}</translation>
        </message>
        <message>
            <source>{begun} of {time}</source>
            <translation>{begun} von {time}</translation>
        </message>
        <message>
            <source>{below} and {above} independent repeats</source>
            <translation>{below} und {above} unabhängige Wiederholungen</translation>
        </message>
        <message>
            <source>{blocks} {access} {kind}</source>
            <translation>{blocks} {kind}, {access}</translation>
        </message>
        <message>
            <source>{command} after {end}</source>
            <translation>{command} nach {end}</translation>
        </message>
        <message>
            <source>{command} is no command; write {right}</source>
            <translation>{command} ist kein Befehl; richtig ist {right}</translation>
        </message>
        <message>
            <source>{command} needs a condition</source>
            <translation>{command} braucht eine Bedingung</translation>
        </message>
        <message>
            <source>{command} needs a count</source>
            <translation>{command} braucht eine Anzahl</translation>
        </message>
        <message>
            <source>{command} needs a name and a value</source>
            <translation>{command} braucht einen Namen und einen Wert</translation>
        </message>
        <message>
            <source>{command} needs a statement before it</source>
            <translation>{command} braucht eine Anweisung davor</translation>
        </message>
        <message>
            <source>{command} needs a whole number or :name, then us, ms or s</source>
            <translation>{command} braucht eine ganze Zahl oder :name, dann us, ms oder s</translation>
        </message>
        <message>
            <source>{command} takes a prefix of letters, digits and underscores</source>
            <translation>{command} nimmt ein Präfix aus Buchstaben, Ziffern und Unterstrichen</translation>
        </message>
        <message>
            <source>{command} takes no argument; found {found}</source>
            <translation>{command} hat kein Argument; gefunden wurde {found}</translation>
        </message>
        <message>
            <source>{command} without {end}</source>
            <translation>{command} ohne {end}</translation>
        </message>
        <message>
            <source>{count:,} cash trades lack the cash of their settlement</source>
            <translation>{count:,} Barabschlüssen fehlt die Buchung ihrer Abrechnung</translation>
        </message>
        <message>
            <source>{count:,} counters; a session holds {most:,} of a log. Choose some with --counters, for example --counters "{example}"</source>
            <translation>{count:,} Zähler; eine Sitzung fasst {most:,} aus einem Protokoll. Wählen Sie welche mit --counters, etwa --counters "{example}"</translation>
        </message>
        <message>
            <source>{count:,} customers have another balance than deliveries minus payments</source>
            <translation>{count:,} Kunden haben einen anderen Saldo als Lieferungen minus Zahlungen</translation>
        </message>
        <message>
            <source>{count:,} customers have another sum of balance and payments than their deliveries</source>
            <translation>bei {count:,} Kunden sind Saldo und Zahlungen zusammen nicht ihre Lieferungen</translation>
        </message>
        <message>
            <source>{count:,} lines are delivered without their order, or the other way round</source>
            <translation>{count:,} Zeilen sind ohne ihren Auftrag geliefert oder umgekehrt</translation>
        </message>
        <message>
            <source>{count:,} lines lack their amount or their district's text</source>
            <translation>{count:,} Zeilen fehlt ihr Betrag oder der Text ihres Bezirks</translation>
        </message>
        <message>
            <source>{count:,} lots are not as the trade that opened them</source>
            <translation>{count:,} Posten stimmen nicht mit dem Abschluss überein, der sie eröffnet hat</translation>
        </message>
        <message>
            <source>{count:,} lots belong to no position</source>
            <translation>{count:,} Posten gehören zu keiner Position</translation>
        </message>
        <message>
            <source>{count:,} orders have another number of lines than they say</source>
            <translation>{count:,} Aufträge haben eine andere Zahl von Zeilen als angegeben</translation>
        </message>
        <message>
            <source>{count:,} orders wait with a carrier, or have none without waiting</source>
            <translation>{count:,} Aufträge warten mit einem Spediteur oder haben keinen, ohne zu warten</translation>
        </message>
        <message>
            <source>{count:,} positions are not the sum of their lots</source>
            <translation>{count:,} Positionen sind nicht die Summe ihrer Posten</translation>
        </message>
        <message>
            <source>{count:,} settlements have another amount than their trades</source>
            <translation>{count:,} Abrechnungen haben einen anderen Betrag als ihr Abschluss</translation>
        </message>
        <message>
            <source>{count:,} trades changed their lots by another quantity</source>
            <translation>{count:,} Abschlüsse änderten ihre Posten um eine andere Menge</translation>
        </message>
        <message>
            <source>{count:,} trades lack the history of their status</source>
            <translation>{count:,} Abschlüssen fehlt der Verlauf zu ihrem Status</translation>
        </message>
        <message>
            <source>{count:,} trades wait without a request, or have one without waiting</source>
            <translation>{count:,} Abschlüsse warten ohne Auftrag oder haben einen, ohne zu warten</translation>
        </message>
        <message>
            <source>{counter} above {value} for {seconds} s</source>
            <translation>{counter} {seconds} s lang über {value}</translation>
        </message>
        <message>
            <source>{counter} below {value} for {seconds} s</source>
            <translation>{counter} {seconds} s lang unter {value}</translation>
        </message>
        <message>
            <source>{counter} of {system}, not shown</source>
            <translation>{counter} von {system}, ausgeblendet</translation>
        </message>
        <message>
            <source>{counter} of {system}, shown</source>
            <translation>{counter} von {system}, gezeigt</translation>
        </message>
        <message>
            <source>{counter}: systems differ {spread:.0f}-fold · logarithmic scale (L)</source>
            <translation>{counter}: die Systeme unterscheiden sich {spread:.0f}-fach · logarithmische Skala (L)</translation>
        </message>
        <message>
            <source>{count} GB free for recordings</source>
            <translation>{count} GB frei für Aufzeichnungen</translation>
        </message>
        <message>
            <source>{count} GB free for recordings.</source>
            <translation>{count} GB frei für Aufzeichnungen.</translation>
        </message>
        <message>
            <source>{count} at a time</source>
            <translation>{count} gleichzeitig</translation>
        </message>
        <message>
            <source>{count} lines copied to the clipboard</source>
            <translation>{count} Zeilen sind in der Zwischenablage</translation>
        </message>
        <message>
            <source>{count} more reasons</source>
            <translation>noch {count} Gründe</translation>
        </message>
        <message>
            <source>{count} notes</source>
            <translation>{count} Hinweise</translation>
        </message>
        <message>
            <source>{count} of {runs} runs not steady</source>
            <translation>{count} von {runs} Läufen nicht eingeschwungen</translation>
        </message>
        <message>
            <source>{count} of {targets} targets of {name} has stopped: {cause}</source>
            <translation>{count} von {targets} Zielen von {name} steht: {cause}</translation>
        </message>
        <message>
            <source>{count} of {targets} targets of {name} have stopped: {cause}</source>
            <translation>{count} von {targets} Zielen von {name} stehen: {cause}</translation>
        </message>
        <message>
            <source>{count} orders behind</source>
            <translation>{count} Bestellungen zurück</translation>
        </message>
        <message>
            <source>{count} orders in {time}</source>
            <translation>{count} Bestellungen in {time}</translation>
        </message>
        <message>
            <source>{count} orders per minute</source>
            <translation>{count} Bestellungen pro Minute</translation>
        </message>
        <message>
            <source>{count} outstanding I/Os</source>
            <translation>{count} ausstehende I/Os</translation>
        </message>
        <message>
            <source>{count} per minute until then</source>
            <translation>bis dahin {count} pro Minute</translation>
        </message>
        <message>
            <source>{count} per second until then</source>
            <translation>bis dahin {count} pro Sekunde</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} Läufe</translation>
        </message>
        <message>
            <source>{count} runs of {time}</source>
            <translation>{count} Läufe von {time}</translation>
        </message>
        <message>
            <source>{count} screens; visitors see {width} × {height}</source>
            <translation>{count} Bildschirme; Besucher sehen {width} × {height}</translation>
        </message>
        <message>
            <source>{count} sessions named: 1 to {most} can be compared</source>
            <translation>{count} Sitzungen genannt: Verglichen werden 1 bis {most}</translation>
        </message>
        <message>
            <source>{count} systems ({names}): a comparison can have at most {most_systems}</source>
            <translation>{count} Systeme ({names}): Ein Vergleich hat höchstens {most_systems}</translation>
        </message>
        <message>
            <source>{count} systems ({names}): a comparison can have at most {most_systems}. Say which files are of the same system: --system "NAME=FILE" (--write-manifest lab.toml makes a list of all files to edit)</source>
            <translation>{count} Systeme ({names}): ein Vergleich hat höchstens {most_systems}. Sagen Sie, welche Dateien zum selben System gehören: --system "NAME=DATEI" (--write-manifest lab.toml macht eine Liste aller Dateien zum Bearbeiten)</translation>
        </message>
        <message>
            <source>{count} systems selected: a comparison shows 2 to {most_columns}</source>
            <translation>{count} Systeme sind gewählt: Ein Vergleich zeigt 2 bis {most_columns}</translation>
        </message>
        <message>
            <source>{count} systems selected: at most {most} fit side by side.</source>
            <translation>{count} Systeme sind gewählt: höchstens {most} passen nebeneinander.</translation>
        </message>
        <message>
            <source>{count} transactions behind</source>
            <translation>{count} Transaktionen zurück</translation>
        </message>
        <message>
            <source>{count} transactions in {time}</source>
            <translation>{count} Transaktionen in {time}</translation>
        </message>
        <message>
            <source>{count} transactions per second</source>
            <translation>{count} Transaktionen pro Sekunde</translation>
        </message>
        <message>
            <source>{count} users</source>
            <translation>{count} Nutzer</translation>
        </message>
        <message>
            <source>{count} warnings</source>
            <translation>{count} Warnungen</translation>
        </message>
        <message>
            <source>{count} targets</source>
            <translation>{count} Ziele</translation>
        </message>
        <message>
            <source>{data:,.0f} MiB of data, {memory:,.0f} MiB of memory to keep them in</source>
            <translation>{data:,.0f} MiB Daten, {memory:,.0f} MiB Speicher, um sie zu halten</translation>
        </message>
        <message>
            <source>{depths} outstanding</source>
            <translation>{depths} ausstehend</translation>
        </message>
        <message>
            <source>{depth} outstanding</source>
            <translation>{depth} ausstehend</translation>
        </message>
        <message>
            <source>{description} Each folder gets a file of {file_size}, written in full first; then both drives are read and written at the same moment, for {length}. No other file is touched.</source>
            <translation>{description} Jeder Ordner bekommt eine Datei von {file_size}, die zuerst ganz geschrieben wird; dann werden beide Laufwerke im selben Augenblick gelesen und beschrieben, {length} lang. Keine andere Datei wird angerührt.</translation>
        </message>
        <message>
            <source>{devices} below its files is watched, unless another system or the session uses it</source>
            <translation>{devices} unter seinen Dateien wird beobachtet, wenn kein anderes System und nicht die Sitzung es nutzt</translation>
        </message>
        <message>
            <source>{device} is used by {letters}: its latency and queue are told of the machine, and of no system</source>
            <translation>{device} wird von {letters} genutzt: Seine Latenz und Warteschlange stehen beim Rechner und bei keinem System</translation>
        </message>
        <message>
            <source>{done} of {total} I/Os</source>
            <translation>{done} von {total} I/Os</translation>
        </message>
        <message>
            <source>{done} of {total} orders</source>
            <translation>{done} von {total} Bestellungen</translation>
        </message>
        <message>
            <source>{done} of {total} transactions</source>
            <translation>{done} von {total} Transaktionen</translation>
        </message>
        <message>
            <source>{engine} at {where} ended the connection at once: {reason}</source>
            <translation>{engine} auf {where} hat die Verbindung sofort beendet: {reason}</translation>
        </message>
        <message>
            <source>{engine}'s ODBC driver takes no semicolon, brace or quote in a user's name</source>
            <translation>Der ODBC-Treiber für {engine} nimmt im Benutzernamen kein Semikolon, keine Klammer und kein Anführungszeichen an</translation>
        </message>
        <message>
            <source>{engine}, {database} on {host}</source>
            <translation>{engine}, {database} auf {host}</translation>
        </message>
        <message>
            <source>{entry} could not be removed: {reason}</source>
            <translation>{entry} konnte nicht entfernt werden: {reason}</translation>
        </message>
        <message>
            <source>{errors} errors</source>
            <translation>{errors} Fehler</translation>
        </message>
        <message>
            <source>{expected}, found {found}{hint}</source>
            <translation>{expected}, gefunden wurde {found}{hint}</translation>
        </message>
        <message>
            <source>{fields} fields under a header of {columns}: the columns cannot be told apart. A decimal comma needs ; or quotes</source>
            <translation>{fields} Felder unter einer Kopfzeile mit {columns}: Die Spalten lassen sich nicht zuordnen. Ein Dezimalkomma braucht ; oder Anführungszeichen</translation>
        </message>
        <message>
            <source>{fields} fields under a header of {columns}: the line is cut off, or a comma in a text lacks its quotes</source>
            <translation>{fields} Felder unter einer Kopfzeile mit {columns}: Die Zeile ist abgeschnitten, oder ein Komma in einem Text steht nicht in Anführungszeichen</translation>
        </message>
        <message>
            <source>{fields} fields under {columns} names of columns: the figures cannot be told apart. It is a known fault of dstat -m and of narrow terminals; record again with stty cols 500, or with dool</source>
            <translation>{fields} Felder unter {columns} Spaltennamen: Die Werte lassen sich nicht zuordnen. Das ist ein bekannter Fehler von dstat -m und schmalen Terminals; zeichnen Sie mit stty cols 500 oder mit dool neu auf</translation>
        </message>
        <message>
            <source>{figure} falls by {share:.1f} % of its mean, {most:.0f} % are allowed</source>
            <translation>{figure} fällt um {share:.1f} % des Mittels, erlaubt sind {most:.0f} %</translation>
        </message>
        <message>
            <source>{figure} has no data in a round</source>
            <translation>{figure} hat in einer Runde keine Daten</translation>
        </message>
        <message>
            <source>{figure} is 0</source>
            <translation>{figure} ist 0</translation>
        </message>
        <message>
            <source>{figure} of {operation} at most {time}</source>
            <translation>{figure} von {operation} höchstens {time}</translation>
        </message>
        <message>
            <source>{figure} per watt: {values}</source>
            <translation>{figure} pro Watt: {values}</translation>
        </message>
        <message>
            <source>{figure} ranges over {share:.1f} % of its mean, {most:.0f} % are allowed</source>
            <translation>{figure} schwankt um {share:.1f} % des Mittels, erlaubt sind {most:.0f} %</translation>
        </message>
        <message>
            <source>{figure} rises by {share:.1f} % of its mean, {most:.0f} % are allowed</source>
            <translation>{figure} steigt um {share:.1f} % des Mittels, erlaubt sind {most:.0f} %</translation>
        </message>
        <message>
            <source>{files}: their times overlap, so they are targets of {system} that ran together ({names})</source>
            <translation>{files}: Ihre Zeiten überschneiden sich, also sind es Ziele von {system}, die zusammen liefen ({names})</translation>
        </message>
        <message>
            <source>{files}: {kind} of the same system ({system})</source>
            <translation>{files}: {kind} desselben Systems ({system})</translation>
        </message>
        <message>
            <source>{file} can be read by root only. Allow it until the next start of the machine: sudo chmod a+r {file}</source>
            <translation>{file} kann nur root lesen. Erlauben Sie es bis zum nächsten Start des Rechners: sudo chmod a+r {file}</translation>
        </message>
        <message>
            <source>{file} has no number</source>
            <translation>{file} enthält keine Zahl</translation>
        </message>
        <message>
            <source>{file} has nothing but power meters' readings: join the meter's log itself to the run (outpace join RUN.outpace METER.csv)</source>
            <translation>{file} enthält nur Messwerte eines Leistungsmessers: das Protokoll selbst mit dem Lauf verbinden (outpace join RUN.outpace METER.csv)</translation>
        </message>
        <message>
            <source>{file} is there already; give another name</source>
            <translation>{file} gibt es schon; nennen Sie einen anderen Namen</translation>
        </message>
        <message>
            <source>{file}, line {line}: job "{job}" ended with error {error}; it is left out</source>
            <translation>{file}, Zeile {line}: Job "{job}" endete mit dem Fehler {error}; er wird weggelassen</translation>
        </message>
        <message>
            <source>{file}, line {line}: job "{job}" has read and written nothing</source>
            <translation>{file}, Zeile {line}: Job "{job}" hat nichts gelesen und nichts geschrieben</translation>
        </message>
        <message>
            <source>{file}, line {line}: the block size is said to be {kib} KiB, yet MBs/sec / IOs/sec gives {derived} KiB</source>
            <translation>{file}, Zeile {line}: Angegeben ist eine Blockgröße von {kib} KiB, MBs/sec / IOs/sec ergibt aber {derived} KiB</translation>
        </message>
        <message>
            <source>{file}, line {line}: the block size of {kib} KiB is derived from MBs/sec / IOs/sec</source>
            <translation>{file}, Zeile {line}: Die Blockgröße von {kib} KiB ist aus MBs/sec / IOs/sec abgeleitet</translation>
        </message>
        <message>
            <source>{file}, line {line}: {what}</source>
            <translation>{file}, Zeile {line}: {what}</translation>
        </message>
        <message>
            <source>{file}, line {line}: {what}; it is left out</source>
            <translation>{file}, Zeile {line}: {what}; wird weggelassen</translation>
        </message>
        <message>
            <source>{file}, {place}: {metric} is in {unit} here and in {other} in {before}: write all of it in one unit</source>
            <translation>{file}, {place}: {metric} steht hier in {unit} und in {before} in {other}: schreiben Sie alles in einer Einheit</translation>
        </message>
        <message>
            <source>{file}, {place}: {metric} of {name}, run {run}, is already in {before}</source>
            <translation>{file}, {place}: {metric} von {name}, Lauf {run}, steht schon in {before}</translation>
        </message>
        <message>
            <source>{file}: a power meter's log is joined to a measured run</source>
            <translation>{file}: Das Protokoll eines Leistungsmessers wird mit einem gemessenen Lauf verbunden</translation>
        </message>
        <message>
            <source>{file}: a weight is above 0</source>
            <translation>{file}: ein Gewicht ist größer als 0</translation>
        </message>
        <message>
            <source>{file}: can't be compared</source>
            <translation>{file}: kann nicht verglichen werden</translation>
        </message>
        <message>
            <source>{file}: it is made of several sessions; join the meters to each of these, then those</source>
            <translation>{file}: besteht aus mehreren Sitzungen; die Leistungsmesser mit jeder von ihnen verbinden, dann diese</translation>
        </message>
        <message>
            <source>{file}: it is still being recorded, or was cut off; a meter is joined to a run that is over</source>
            <translation>{file}: wird noch aufgezeichnet oder wurde abgebrochen; ein Leistungsmesser wird mit einem beendeten Lauf verbunden</translation>
        </message>
        <message>
            <source>{file}: its load never started; there is nothing to join</source>
            <translation>{file}: Die Last begann nie; es gibt nichts zu verbinden</translation>
        </message>
        <message>
            <source>{file}: its results are from elsewhere; import the meter's log together with them (outpace import)</source>
            <translation>{file}: Die Ergebnisse stammen von anderswo; das Protokoll des Leistungsmessers zusammen mit ihnen importieren (outpace import)</translation>
        </message>
        <message>
            <source>{file}: its systems never started together; there is nothing to join</source>
            <translation>{file}: Ihre Systeme starteten nie gemeinsam; es gibt nichts zusammenzufügen</translation>
        </message>
        <message>
            <source>{file}: no system was measured in it</source>
            <translation>{file}: Darin wurde kein System gemessen</translation>
        </message>
        <message>
            <source>{file}: nothing was measured of {column}</source>
            <translation>{file}: Von {column} wurde nichts gemessen</translation>
        </message>
        <message>
            <source>{file}: power meters are joined to it already: join all of them at once, to the session that was measured</source>
            <translation>{file}: Leistungsmesser sind schon verbunden: alle auf einmal mit der gemessenen Sitzung verbinden</translation>
        </message>
        <message>
            <source>{file}: the load is taken to have begun with its first row, whose own values are of the time before and do not count (--start tells when it began)</source>
            <translation>{file}: Die Last gilt als mit der ersten Zeile begonnen, deren eigene Werte aus der Zeit davor sind und nicht zählen (--start sagt, wann sie begann)</translation>
        </message>
        <message>
            <source>{file}: the run of line {line} is cut off after line {last}: what stands behind is missing</source>
            <translation>{file}: der Lauf in Zeile {line} ist nach Zeile {last} abgeschnitten: was dahinter steht, fehlt</translation>
        </message>
        <message>
            <source>{file}: there is no element in it</source>
            <translation>{file}: Darin ist kein Element</translation>
        </message>
        <message>
            <source>{file}: {metric} is taken from the totals, not from this output</source>
            <translation>{file}: {metric} stammt aus den Laufergebnissen, nicht aus dieser Ausgabe</translation>
        </message>
        <message>
            <source>{file}: {rows:,} rows</source>
            <translation>{file}: {rows:,} Zeilen</translation>
        </message>
        <message>
            <source>{first} and {last}</source>
            <translation>{first} und {last}</translation>
        </message>
        <message>
            <source>{first} at least {figure} ({why}), {second} {other}</source>
            <translation>{first} mindestens {figure} ({why}), {second} {other}</translation>
        </message>
        <message>
            <source>{first} at least {figure}, {second} at least {other} ({why})</source>
            <translation>{first} mindestens {figure}, {second} mindestens {other} ({why})</translation>
        </message>
        <message>
            <source>{first} or {second}</source>
            <translation>{first} oder {second}</translation>
        </message>
        <message>
            <source>{first} to {last}</source>
            <translation>{first} bis {last}</translation>
        </message>
        <message>
            <source>{folder} does not exist. Choose an existing folder, or create it first.</source>
            <translation>{folder} gibt es nicht. Wählen Sie einen vorhandenen Ordner oder legen Sie ihn zuerst an.</translation>
        </message>
        <message>
            <source>{folder} is a file. Choose a folder.</source>
            <translation>{folder} ist eine Datei. Wählen Sie einen Ordner.</translation>
        </message>
        <message>
            <source>{folder} is a network folder ({kind}); a session is recorded on a local disk. Choose a local folder and copy the session when it is finished.</source>
            <translation>{folder} ist ein Netzwerkordner ({kind}); eine Sitzung wird auf einem lokalen Datenträger aufgezeichnet. Wählen Sie einen lokalen Ordner und kopieren Sie die Sitzung, wenn sie fertig ist.</translation>
        </message>
        <message>
            <source>{folder} is no absolute folder, and MySQL and MariaDB place tables by folder</source>
            <translation>{folder} ist kein absoluter Ordner, und MySQL und MariaDB platzieren Tabellen nach Ordnern</translation>
        </message>
        <message>
            <source>{folder} is no absolute folder, and a filegroup belongs to one database, which Outpace makes</source>
            <translation>{folder} ist kein absoluter Ordner, und eine Dateigruppe gehört zu einer Datenbank, die Outpace anlegt</translation>
        </message>
        <message>
            <source>{folder} is not a folder; name another one for the database</source>
            <translation>{folder} ist kein Ordner; nennen Sie einen anderen für die Datenbank</translation>
        </message>
        <message>
            <source>{folder} is not a whole path. Choose the folder with the button.</source>
            <translation>{folder} ist kein vollständiger Pfad. Wählen Sie den Ordner mit der Schaltfläche.</translation>
        </message>
        <message>
            <source>{folder} lies in memory ({kind}), which has no direct I/O</source>
            <translation>{folder} liegt im Arbeitsspeicher ({kind}), dort gibt es kein direktes I/O</translation>
        </message>
        <message>
            <source>{folder} lies in memory ({kind}): no device is below it, and none can be the limit.</source>
            <translation>{folder} liegt im Arbeitsspeicher ({kind}): darunter ist kein Gerät, und keines kann die Grenze sein.</translation>
        </message>
        <message>
            <source>{folder}: {reason}. Choose another folder.</source>
            <translation>{folder}: {reason}. Wählen Sie einen anderen Ordner.</translation>
        </message>
        <message>
            <source>{found} of {number} sessions</source>
            <translation>{found} von {number} Sitzungen</translation>
        </message>
        <message>
            <source>{free_bytes} free</source>
            <translation>{free_bytes} frei</translation>
        </message>
        <message>
            <source>{free} free of {needed} needed</source>
            <translation>{free} frei, nötig sind {needed}</translation>
        </message>
        <message>
            <source>{free} free, {needed} needed</source>
            <translation>{free} frei, {needed} nötig</translation>
        </message>
        <message>
            <source>{free} free, {needed} needed to build and run</source>
            <translation>{free} frei, {needed} nötig für Aufbau und Lauf</translation>
        </message>
        <message>
            <source>{free} free; none is needed, the file is there</source>
            <translation>{free} frei; mehr ist nicht nötig, die Datei ist vorhanden</translation>
        </message>
        <message>
            <source>{group} differs ({what}): {each}</source>
            <translation>{group} unterschiedlich ({what}): {each}</translation>
        </message>
        <message>
            <source>{here} of {number} agents</source>
            <translation>{here} von {number} Agenten</translation>
        </message>
        <message>
            <source>{host} is {agent} itself, seen from there</source>
            <translation>{host} ist, von dort gesehen, {agent} selbst</translation>
        </message>
        <message>
            <source>{how}, both drives at the same time.</source>
            <translation>{how}, beide Laufwerke zur selben Zeit.</translation>
        </message>
        <message>
            <source>{keyword} appears twice</source>
            <translation>{keyword} steht doppelt</translation>
        </message>
        <message>
            <source>{keyword} is not a keyword of an ODBC connection string</source>
            <translation>{keyword} ist kein Schlüsselwort einer ODBC-Zeichenkette</translation>
        </message>
        <message>
            <source>{kind}: {product} = {total} requested, {reached} on average</source>
            <translation>{kind}: {product} = {total} verlangt, im Mittel {reached}</translation>
        </message>
        <message>
            <source>{label} (shorter is better)</source>
            <translation>{label} (kürzer ist besser)</translation>
        </message>
        <message>
            <source>{late:,} of {samples:,} samples arrived late</source>
            <translation>{late:,} von {samples:,} Messwerten kamen zu spät</translation>
        </message>
        <message>
            <source>{late} late samples</source>
            <translation>{late} späte Messwerte</translation>
        </message>
        <message>
            <source>{leader} answered in {ratio} the time of {trailer}</source>
            <translation>{leader} antwortete in {ratio} der Zeit von {trailer}</translation>
        </message>
        <message>
            <source>{leader} answers in {ratio} the time of {trailer}</source>
            <translation>{leader} antwortet in {ratio} der Zeit von {trailer}</translation>
        </message>
        <message>
            <source>{leader} beat {trailer}</source>
            <translation>{leader} schlug {trailer}</translation>
        </message>
        <message>
            <source>{leader} beat {trailer} in all {count} tests</source>
            <translation>{leader} schlug {trailer} in allen {count} Tests</translation>
        </message>
        <message>
            <source>{leader} beat {trailer} in both tests</source>
            <translation>{leader} schlug {trailer} in beiden Tests</translation>
        </message>
        <message>
            <source>{leader} beat {trailer} in {won} of {count} tests</source>
            <translation>{leader} schlug {trailer} in {won} von {count} Tests</translation>
        </message>
        <message>
            <source>{leader} did {ratio} the I/Os of {trailer}</source>
            <translation>{leader} schaffte {ratio} so viele I/Os wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} did {ratio} the reads of {trailer}</source>
            <translation>{leader} schaffte {ratio} so viele Lesezugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} did {ratio} the writes of {trailer}</source>
            <translation>{leader} schaffte {ratio} so viele Schreibzugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} does {ratio} the I/Os of {trailer}</source>
            <translation>{leader} schafft {ratio} so viele I/Os wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} does {ratio} the reads of {trailer}</source>
            <translation>{leader} schafft {ratio} so viele Lesezugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} does {ratio} the writes of {trailer}</source>
            <translation>{leader} schafft {ratio} so viele Schreibzugriffe wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} finished in {ratio} the time of {trailer}</source>
            <translation>{leader} war in {ratio} der Zeit von {trailer} fertig</translation>
        </message>
        <message>
            <source>{leader} finishes in {ratio} the time of {trailer}</source>
            <translation>{leader} ist in {ratio} der Zeit von {trailer} fertig</translation>
        </message>
        <message>
            <source>{leader} had {ratio} the value of {trailer}: {figure}</source>
            <translation>{leader} hatte {ratio} des Werts von {trailer}: {figure}</translation>
        </message>
        <message>
            <source>{leader} handled {ratio} the orders of {trailer}</source>
            <translation>{leader} bewältigte {ratio} so viele Bestellungen wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} handled {ratio} the transactions of {trailer}</source>
            <translation>{leader} bewältigte {ratio} so viele Transaktionen wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} handles {ratio} the orders of {trailer}</source>
            <translation>{leader} bewältigt {ratio} so viele Bestellungen wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} handles {ratio} the transactions of {trailer}</source>
            <translation>{leader} bewältigt {ratio} so viele Transaktionen wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} has won in {time}</source>
            <translation>{leader} hat in {time} gewonnen</translation>
        </message>
        <message>
            <source>{leader} has {ratio} the value of {trailer}: {figure}</source>
            <translation>{leader} hat {ratio} des Werts von {trailer}: {figure}</translation>
        </message>
        <message>
            <source>{leader} in {share} of the time of {trailer}</source>
            <translation>{leader} in {share} der Zeit von {trailer}</translation>
        </message>
        <message>
            <source>{leader} leads by {count} I/Os</source>
            <translation>{leader} führt mit {count} I/Os</translation>
        </message>
        <message>
            <source>{leader} leads by {count} orders</source>
            <translation>{leader} führt mit {count} Bestellungen</translation>
        </message>
        <message>
            <source>{leader} leads by {count} transactions</source>
            <translation>{leader} führt mit {count} Transaktionen</translation>
        </message>
        <message>
            <source>{leader} served {ratio} the customers of {trailer}</source>
            <translation>{leader} bediente {ratio} so viele Kunden wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} serves {ratio} the customers of {trailer}</source>
            <translation>{leader} bedient {ratio} so viele Kunden wie {trailer}</translation>
        </message>
        <message>
            <source>{leader} won in {time}</source>
            <translation>{leader} gewann in {time}</translation>
        </message>
        <message>
            <source>{leader} {ratio} {trailer}</source>
            <translation>{leader} {ratio} {trailer}</translation>
        </message>
        <message>
            <source>{leader} {ratio} {trailer}, measured {time} of {planned}</source>
            <translation>{leader} {ratio} {trailer}, gemessen {time} von {planned}</translation>
        </message>
        <message>
            <source>{leader} {ratio} {trailer}, so far</source>
            <translation>{leader} {ratio} {trailer}, bisher</translation>
        </message>
        <message>
            <source>{letters} are databases of one server, {server}</source>
            <translation>{letters} sind Datenbanken eines Servers, {server}</translation>
        </message>
        <message>
            <source>{letters} ran together: compare them in their own session</source>
            <translation>{letters} liefen gleichzeitig: vergleichen Sie sie in ihrer eigenen Sitzung</translation>
        </message>
        <message>
            <source>{letters}, in turns</source>
            <translation>{letters}, abwechselnd</translation>
        </message>
        <message>
            <source>{letter} ({name}) is limited by the CPU of {agents}, not by its own speed.</source>
            <translation>{letter} ({name}) wird vom Prozessor von {agents} begrenzt, nicht von der eigenen Geschwindigkeit.</translation>
        </message>
        <message>
            <source>{letter} ({name}) is limited by this machine's CPU, not by its own speed.</source>
            <translation>{letter} ({name}) wird von der CPU dieses Rechners begrenzt, nicht von der eigenen Leistung.</translation>
        </message>
        <message>
            <source>{letter} at {depth}: latencies are at least those; I/Os still under way at the end: {calls}</source>
            <translation>{letter} bei {depth}: Die Latenzen sind mindestens so hoch; am Ende noch unterwegs: {calls} I/Os</translation>
        </message>
        <message>
            <source>{letter} at {load}: the latency is at least that; calls still under way at the end: {calls}</source>
            <translation>{letter} bei {load}: Die Latenz ist mindestens so hoch; am Ende noch unterwegs: {calls} Aufrufe</translation>
        </message>
        <message>
            <source>{letter} has the settings of {other} now, with databases of its own.</source>
            <translation>{letter} hat jetzt die Einstellungen von {other}, mit eigenen Datenbanken.</translation>
        </message>
        <message>
            <source>{letter} throughput</source>
            <translation>Durchsatz von {letter}</translation>
        </message>
        <message>
            <source>{letter} · finished after</source>
            <translation>{letter} · fertig nach</translation>
        </message>
        <message>
            <source>{letter} · most users within the limit</source>
            <translation>{letter} · meiste Nutzer innerhalb der Grenze</translation>
        </message>
        <message>
            <source>{letter}: no data of {figures}: {reason}</source>
            <translation>{letter}: keine Daten von {figures}: {reason}</translation>
        </message>
        <message>
            <source>{letter}: the readings cover {share} of the measured window, too little for a figure</source>
            <translation>{letter}: Die Messwerte decken {share} des Messfensters ab, zu wenig für einen Wert</translation>
        </message>
        <message>
            <source>{letter}: {iops} IOPS at {depth}</source>
            <translation>{letter}: {iops} IOPS bei {depth}</translation>
        </message>
        <message>
            <source>{letter}: {watts} W idle</source>
            <translation>{letter}: {watts} W im Leerlauf</translation>
        </message>
        <message>
            <source>{letter}: {watts} W under load ({of})</source>
            <translation>{letter}: {watts} W unter Last ({of})</translation>
        </message>
        <message>
            <source>{load} I/Os under way</source>
            <translation>{load} ausstehende I/Os</translation>
        </message>
        <message>
            <source>{load} I/Os/s</source>
            <translation>{load} I/Os/s</translation>
        </message>
        <message>
            <source>{load} orders/s</source>
            <translation>{load} Bestellungen/s</translation>
        </message>
        <message>
            <source>{load} transactions/s</source>
            <translation>{load} Transaktionen/s</translation>
        </message>
        <message>
            <source>{load} user</source>
            <translation>{load} Nutzer</translation>
        </message>
        <message>
            <source>{load} users</source>
            <translation>{load} Nutzer</translation>
        </message>
        <message>
            <source>{low} and more</source>
            <translation>{low} und mehr</translation>
        </message>
        <message>
            <source>{mark} · {speed}× speed</source>
            <translation>{mark} · {speed}-fache Geschwindigkeit</translation>
        </message>
        <message>
            <source>{metric} is in {unit} in one file and in {other} in another: write all of it in one unit</source>
            <translation>{metric} steht in einer Datei in {unit}, in einer anderen in {other}: schreiben Sie alles in einer Einheit</translation>
        </message>
        <message>
            <source>{metric} of {name}, run {run}, is in two files of totals</source>
            <translation>{metric} von {name}, Lauf {run}, steht in zwei Dateien mit Ergebnissen</translation>
        </message>
        <message>
            <source>{metric} per core</source>
            <translation>{metric} je Kern</translation>
        </message>
        <message>
            <source>{metric} per disk</source>
            <translation>{metric} je Disk</translation>
        </message>
        <message>
            <source>{metric} per gigabyte</source>
            <translation>{metric} je Gigabyte</translation>
        </message>
        <message>
            <source>{metric} per rack unit</source>
            <translation>{metric} je Höheneinheit</translation>
        </message>
        <message>
            <source>{metric} per watt under load</source>
            <translation>{metric} je Watt unter Last</translation>
        </message>
        <message>
            <source>{metric}, derived</source>
            <translation>{metric}, abgeleitet</translation>
        </message>
        <message>
            <source>{metric}: neither more nor less of it is taken to be better (--higher or --lower tells it)</source>
            <translation>{metric}: Weder mehr noch weniger davon gilt als besser (--higher oder --lower sagt es)</translation>
        </message>
        <message>
            <source>{metric}: {value:g} is more than any machine reaches</source>
            <translation>{metric}: {value:g} ist mehr, als irgendeine Maschine erreicht</translation>
        </message>
        <message>
            <source>{minutes} min {seconds:02d} s</source>
            <translation>{minutes} min {seconds:02d} s</translation>
        </message>
        <message>
            <source>{more:,} more notes are left out</source>
            <translation>{more:,} weitere Hinweise sind weggelassen</translation>
        </message>
        <message>
            <source>{most} {unit} within the limit</source>
            <translation>{most} {unit} innerhalb der Grenze</translation>
        </message>
        <message>
            <source>{mounted} Mount it for writing, or choose a folder on another drive.</source>
            <translation>{mounted} Hängen Sie es zum Schreiben ein oder wählen Sie einen Ordner auf einem anderen Laufwerk.</translation>
        </message>
        <message>
            <source>{names} running</source>
            <translation>{names} unter Last</translation>
        </message>
        <message>
            <source>{name} (a plan not known to this version of Outpace)</source>
            <translation>{name} (ein Plan, den diese Version von Outpace nicht kennt)</translation>
        </message>
        <message>
            <source>{name} calls</source>
            <translation>{name}-Aufrufe</translation>
        </message>
        <message>
            <source>{name} carries on.</source>
            <translation>{name} arbeitet weiter.</translation>
        </message>
        <message>
            <source>{name} did not finish in time</source>
            <translation>{name} war nicht rechtzeitig im Ziel</translation>
        </message>
        <message>
            <source>{name} does not answer</source>
            <translation>{name} antwortet nicht</translation>
        </message>
        <message>
            <source>{name} finished first, after {time}</source>
            <translation>{name} war zuerst fertig, nach {time}</translation>
        </message>
        <message>
            <source>{name} finished first, by {time}</source>
            <translation>{name} war zuerst fertig, {time} früher</translation>
        </message>
        <message>
            <source>{name} had {count} I/Os to go</source>
            <translation>{name} fehlten noch {count} I/Os</translation>
        </message>
        <message>
            <source>{name} had {count} orders to go</source>
            <translation>{name} fehlten noch {count} Bestellungen</translation>
        </message>
        <message>
            <source>{name} had {count} transactions to go</source>
            <translation>{name} hatte noch {count} Transaktionen vor sich</translation>
        </message>
        <message>
            <source>{name} has completed no I/Os</source>
            <translation>{name} hat keine I/Os abgeschlossen</translation>
        </message>
        <message>
            <source>{name} has completed no orders</source>
            <translation>{name} hat keine Bestellungen abgeschlossen</translation>
        </message>
        <message>
            <source>{name} has completed no transactions</source>
            <translation>{name} hat keine Transaktion abgeschlossen</translation>
        </message>
        <message>
            <source>{name} has no Final line: its run was cut off, and gives no total</source>
            <translation>{name} hat keine Zeile Final: Der Lauf brach ab und hat kein Ergebnis</translation>
        </message>
        <message>
            <source>{name} has no column of times (dstat --time): its lines are taken to be {seconds:g} s apart</source>
            <translation>{name} hat keine Spalte mit Zeiten (dstat --time): Als Abstand seiner Zeilen gelten {seconds:g} s</translation>
        </message>
        <message>
            <source>{name} has no summary: its run was cut off, and gives no total</source>
            <translation>{name} hat keine Zusammenfassung: Der Lauf wurde abgebrochen und gibt kein Ergebnis</translation>
        </message>
        <message>
            <source>{name} has no times (tcset timestamps true writes them): its lines are taken to be {seconds:g} s apart</source>
            <translation>{name} hat keine Zeiten (tcset timestamps true schreibt sie): Als Abstand seiner Zeilen gelten {seconds:g} s</translation>
        </message>
        <message>
            <source>{name} has stopped</source>
            <translation>{name} steht</translation>
        </message>
        <message>
            <source>{name} has stopped:</source>
            <translation>{name} steht:</translation>
        </message>
        <message>
            <source>{name} has stopped: {cause}</source>
            <translation>{name} steht: {cause}</translation>
        </message>
        <message>
            <source>{name} is at work</source>
            <translation>{name} arbeitet</translation>
        </message>
        <message>
            <source>{name} is missing: the output is damaged</source>
            <translation>{name} fehlt: Die Ausgabe ist beschädigt</translation>
        </message>
        <message>
            <source>{name} is no engine; known are {known}</source>
            <translation>{name} ist kein Datenbanksystem; bekannt sind {known}</translation>
        </message>
        <message>
            <source>{name} is not a number of at least 0 ({value})</source>
            <translation>{name} ist keine Zahl ab 0 ({value})</translation>
        </message>
        <message>
            <source>{name} is not answering; the run goes on when it is back</source>
            <translation>{name} antwortet nicht; der Lauf geht weiter, sobald es zurück ist</translation>
        </message>
        <message>
            <source>{name} is not responding</source>
            <translation>{name} antwortet nicht</translation>
        </message>
        <message>
            <source>{name} is not responding ({count} of {targets} targets)</source>
            <translation>{name} antwortet nicht ({count} von {targets} Zielen)</translation>
        </message>
        <message>
            <source>{name} is not the name of a setting</source>
            <translation>{name} ist kein Name einer Einstellung</translation>
        </message>
        <message>
            <source>{name} is still at work</source>
            <translation>{name} arbeitet noch</translation>
        </message>
        <message>
            <source>{name} latency ms</source>
            <translation>{name}-Latenz, ms</translation>
        </message>
        <message>
            <source>{name} must end in .png, .svg or .csv.</source>
            <translation>{name} muss auf .png, .svg oder .csv enden.</translation>
        </message>
        <message>
            <source>{name} needed {time}, which is {ratio} the time</source>
            <translation>{name} brauchte {time}, das ist {ratio} so lange</translation>
        </message>
        <message>
            <source>{name} takes {least} to {most} arguments, found {count}</source>
            <translation>{name} nimmt {least} bis {most} Argumente, gefunden: {count}</translation>
        </message>
        <message>
            <source>{name} was changed by another program since it was opened here.</source>
            <translation>{name} wurde von einem anderen Programm geändert, seit es hier geöffnet wurde.</translation>
        </message>
        <message>
            <source>{name} with its indexes ({count})</source>
            <translation>{name} mit ihren Indizes ({count})</translation>
        </message>
        <message>
            <source>{name} without its indexes</source>
            <translation>{name} ohne ihre Indizes</translation>
        </message>
        <message>
            <source>{name} ✓ identical</source>
            <translation>{name} ✓ identisch</translation>
        </message>
        <message>
            <source>{name} ✗ not identical</source>
            <translation>{name} ✗ nicht identisch</translation>
        </message>
        <message>
            <source>{name}, line {line}: pgbench says that its run was aborted</source>
            <translation>{name}, Zeile {line}: pgbench sagt, dass sein Lauf abgebrochen wurde</translation>
        </message>
        <message>
            <source>{name}, line {line}: the clock was set back by an hour here</source>
            <translation>{name}, Zeile {line}: Hier wurde die Uhr um eine Stunde zurückgestellt</translation>
        </message>
        <message>
            <source>{name}, run {run}: {metric} has no data</source>
            <translation>{name}, Lauf {run}: {metric} hat keine Daten</translation>
        </message>
        <message>
            <source>{name}, run {run}: {metric} is 0: nothing can be told per watt</source>
            <translation>{name}, Lauf {run}: {metric} ist 0: Werte je Watt gibt es nicht</translation>
        </message>
        <message>
            <source>{name}, run {run}: {metric} of its targets can't be merged; it is shown for each</source>
            <translation>{name}, Lauf {run}: {metric} der Ziele lässt sich nicht zusammenfassen und wird für jedes gezeigt</translation>
        </message>
        <message>
            <source>{name}, run {run}: {metric} of {names} is missing, which other runs have</source>
            <translation>{name}, Lauf {run}: {metric} von {names} fehlt; andere Läufe haben es</translation>
        </message>
        <message>
            <source>{name}: "{text}" is not a number of at least 0</source>
            <translation>{name}: "{text}" ist keine Zahl von mindestens 0</translation>
        </message>
        <message>
            <source>{name}: "{text}" outstanding: threads x outstanding I/Os per thread, such as 2x1</source>
            <translation>{name}: "{text}" ausstehend: Threads x ausstehende I/Os je Thread, etwa 2x1</translation>
        </message>
        <message>
            <source>{name}: "{text}" users: a number above 0</source>
            <translation>{name}: „{text}“ Benutzer: eine Zahl über 0</translation>
        </message>
        <message>
            <source>{name}: BenchBase says that the run ended as {state}</source>
            <translation>{name}: Laut BenchBase endete der Lauf als {state}</translation>
        </message>
        <message>
            <source>{name}: Outpace can't be started there ({reason}); install the same version as here, or name the Python that has it</source>
            <translation>{name}: Outpace lässt sich dort nicht starten ({reason}); installieren Sie dieselbe Version wie hier oder nennen Sie das Python, das sie hat</translation>
        </message>
        <message>
            <source>{name}: Outpace there does not describe its machine within {seconds:.0f} s; see agent.log in its log folder</source>
            <translation>{name}: Outpace beschreibt dort seinen Rechner nicht innerhalb von {seconds:.0f} s; siehe agent.log in seinem Protokollordner</translation>
        </message>
        <message>
            <source>{name}: SQLIO prints latencies in whole milliseconds, cut off</source>
            <translation>{name}: SQLIO gibt Latenzen in ganzen Millisekunden aus, abgeschnitten</translation>
        </message>
        <message>
            <source>{name}: a snapshot, as far as the run had come</source>
            <translation>{name}: ein Schnappschuss, so weit der Lauf gekommen war</translation>
        </message>
        <message>
            <source>{name}: choose the system that it feeds</source>
            <translation>{name}: das System wählen, das es versorgt</translation>
        </message>
        <message>
            <source>{name}: clock offset "{text}": seconds, such as -2.5</source>
            <translation>{name}: Uhrversatz "{text}": Sekunden, etwa -2.5</translation>
        </message>
        <message>
            <source>{name}: columns of texts are left out: {columns}</source>
            <translation>{name}: Spalten mit Texten sind weggelassen: {columns}</translation>
        </message>
        <message>
            <source>{name}: decimal sign "{text}": a comma or a point</source>
            <translation>{name}: Dezimalzeichen "{text}": ein Komma oder ein Punkt</translation>
        </message>
        <message>
            <source>{name}: every reading is 0 W: was the meter connected? Nothing is told per watt</source>
            <translation>{name}: Jeder Messwert ist 0 W: War der Leistungsmesser angeschlossen? Werte je Watt gibt es nicht</translation>
        </message>
        <message>
            <source>{name}: expected a block of at most 16 MiB and 64 threads</source>
            <translation>{name}: erwartet wird ein Block von höchstens 16 MiB und höchstens 64 Threads</translation>
        </message>
        <message>
            <source>{name}: expected one row, found {count}</source>
            <translation>{name}: eine Zeile erwartet, {count} gefunden</translation>
        </message>
        <message>
            <source>{name}: expected {expected}, found {found}</source>
            <translation>{name}: {expected} erwartet, {found} gefunden</translation>
        </message>
        <message>
            <source>{name}: it could not be installed on {host}: {reason}</source>
            <translation>{name}: Es konnte auf {host} nicht installiert werden: {reason}</translation>
        </message>
        <message>
            <source>{name}: it is no power meter's log ({kind})</source>
            <translation>{name}: Es ist kein Protokoll eines Leistungsmessers ({kind})</translation>
        </message>
        <message>
            <source>{name}: its I/Os could not be begun. {trouble}. The details are in {log}.</source>
            <translation>{name}: Seine I/Os konnten nicht begonnen werden. {trouble}. Näheres steht in {log}.</translation>
        </message>
        <message>
            <source>{name}: its end is missing: what is complete up to line {line} was imported</source>
            <translation>{name}: Das Ende fehlt: Importiert wurde, was bis Zeile {line} vollständig ist</translation>
        </message>
        <message>
            <source>{name}: its figures are cut off</source>
            <translation>{name}: Die Werte sind abgeschnitten</translation>
        </message>
        <message>
            <source>{name}: its last line ({line}) is cut off and was left out</source>
            <translation>{name}: Die letzte Zeile ({line}) ist abgeschnitten und wurde weggelassen</translation>
        </message>
        <message>
            <source>{name}: its python is {python}, and Outpace is put to {place}; leave python out of the scenario, or install it there by hand</source>
            <translation>{name}: Sein python ist {python}, und Outpace kommt nach {place}; lassen Sie python im Szenario weg, oder installieren Sie es dort von Hand</translation>
        </message>
        <message>
            <source>{name}: its times have no seconds: they may be wrong by up to a minute</source>
            <translation>{name}: Die Zeiten haben keine Sekunden: Sie können um bis zu eine Minute falsch sein</translation>
        </message>
        <message>
            <source>{name}: its users could not be connected. {trouble}. The details are in {log}.</source>
            <translation>{name}: Seine Nutzer konnten nicht verbunden werden. {trouble}. Einzelheiten stehen in {log}.</translation>
        </message>
        <message>
            <source>{name}: latencies below a microsecond: they are read as nanoseconds, fio before 3.0 wrote microseconds</source>
            <translation>{name}: Latenzen unter einer Mikrosekunde: Sie werden als Nanosekunden gelesen, fio vor 3.0 schrieb Mikrosekunden</translation>
        </message>
        <message>
            <source>{name}: lines of intervals without times are left out, the first is line {line}</source>
            <translation>{name}: Zeilen von Intervallen ohne Zeiten sind weggelassen, die erste ist Zeile {line}</translation>
        </message>
        <message>
            <source>{name}: means of intervals without the number of their I/Os: the mean of a window counts every interval alike</source>
            <translation>{name}: Mittelwerte von Intervallen ohne die Zahl ihrer I/Os: Im Mittelwert eines Fensters zählt jedes Intervall gleich</translation>
        </message>
        <message>
            <source>{name}: no ssh server answers on {host}. Start it there, or correct the port in ssh's configuration. ssh says: {reason}</source>
            <translation>{name}: Auf {host} antwortet kein ssh-Server. Starten Sie ihn dort oder berichtigen Sie den Port in der Konfiguration von ssh. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: nobody knows the host {host}. Correct its name, or add it to ssh's configuration. ssh says: {reason}</source>
            <translation>{name}: Den Rechner {host} kennt niemand. Berichtigen Sie den Namen oder tragen Sie ihn in der Konfiguration von ssh ein. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: nothing was measured yet</source>
            <translation>{name}: noch war nichts gemessen</translation>
        </message>
        <message>
            <source>{name}: percentiles of several jobs can't be added up (fio's --group_reporting does)</source>
            <translation>{name}: Perzentile mehrerer Jobs lassen sich nicht zusammenrechnen (--group_reporting von fio tut es)</translation>
        </message>
        <message>
            <source>{name}: rows are missing in {count:,} places, the first before line {line}: no rates there</source>
            <translation>{name}: An {count:,} Stellen fehlen Zeilen, zuerst vor Zeile {line}: Dort gibt es keine Raten</translation>
        </message>
        <message>
            <source>{name}: run "{run}": a whole number from 1 to {most_run}</source>
            <translation>{name}: Lauf "{run}": eine ganze Zahl von 1 bis {most_run}</translation>
        </message>
        <message>
            <source>{name}: ssh can't be started here ({reason}); install OpenSSH</source>
            <translation>{name}: ssh lässt sich hier nicht starten ({reason}); installieren Sie OpenSSH</translation>
        </message>
        <message>
            <source>{name}: stopped while it was being connected</source>
            <translation>{name}: beim Verbinden abgebrochen</translation>
        </message>
        <message>
            <source>{name}: the clock was set back by an hour during the log (daylight saving)</source>
            <translation>{name}: Während des Protokolls wurde die Uhr um eine Stunde zurückgestellt (Sommerzeit)</translation>
        </message>
        <message>
            <source>{name}: the clock was set forward by an hour during the log (daylight saving)</source>
            <translation>{name}: Während des Protokolls wurde die Uhr um eine Stunde vorgestellt (Sommerzeit)</translation>
        </message>
        <message>
            <source>{name}: the connection ended at once: {reason}</source>
            <translation>{name}: Die Verbindung endete sofort: {reason}</translation>
        </message>
        <message>
            <source>{name}: the field is empty; leave the row out where there is no figure</source>
            <translation>{name}: Das Feld ist leer; lassen Sie die Zeile weg, wo es keinen Wert gibt</translation>
        </message>
        <message>
            <source>{name}: the host key of {host} has changed, which a new installation does, or somebody in between. If it is meant to be so, remove the old one (ssh-keygen -R {host}) and log in once by hand. ssh says: {reason}</source>
            <translation>{name}: Der Rechnerschlüssel von {host} hat sich geändert, wie nach einer Neuinstallation oder durch jemanden dazwischen. Ist das gewollt, entfernen Sie den alten (ssh-keygen -R {host}) und melden Sie sich einmal von Hand an. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: the log-in on {host} prints “{text}” before any program. Let it print nothing where it is not interactive (.bashrc, .profile)</source>
            <translation>{name}: Die Anmeldung auf {host} gibt „{text}“ vor jedem Programm aus. Lassen Sie sie nichts ausgeben, wo sie nicht interaktiv ist (.bashrc, .profile)</translation>
        </message>
        <message>
            <source>{name}: the machine has not answered for {seconds:.0f} s. See whether it is on, whether it can be reached and whether Python can be started there</source>
            <translation>{name}: Der Rechner hat seit {seconds:.0f} s nicht geantwortet. Sehen Sie nach, ob er eingeschaltet und erreichbar ist und ob sich Python dort starten lässt</translation>
        </message>
        <message>
            <source>{name}: there is Outpace {there}, here {here}; install the same version on both</source>
            <translation>{name}: Dort ist Outpace {there}, hier {here}; installieren Sie auf beiden dieselbe Version</translation>
        </message>
        <message>
            <source>{name}: there is a folder {folder} on {host} that is not of Outpace's making; rename it</source>
            <translation>{name}: Auf {host} gibt es einen Ordner {folder}, der nicht von Outpace stammt; benennen Sie ihn um</translation>
        </message>
        <message>
            <source>{name}: there is no Python 3.11 on {host}; install it there</source>
            <translation>{name}: Auf {host} gibt es kein Python 3.11; installieren Sie es dort</translation>
        </message>
        <message>
            <source>{name}: there is no Python under the name given for it; install Outpace there, or correct the name</source>
            <translation>{name}: Unter dem angegebenen Namen gibt es dort kein Python; installieren Sie Outpace dort oder berichtigen Sie den Namen</translation>
        </message>
        <message>
            <source>{name}: there is no {python} on {host}. Install Outpace there, or correct python of this agent</source>
            <translation>{name}: {python} gibt es auf {host} nicht. Installieren Sie Outpace dort oder berichtigen Sie python dieses Agenten</translation>
        </message>
        <message>
            <source>{name}: this Outpace was installed without its source, which is what is put there; install it there by hand</source>
            <translation>{name}: Dieses Outpace wurde ohne seinen Quelltext installiert, der dorthin käme; installieren Sie es dort von Hand</translation>
        </message>
        <message>
            <source>{name}: what answers there is not Outpace; nothing of the other machine's start-up may print anything</source>
            <translation>{name}: Was dort antwortet, ist nicht Outpace; beim Anmelden auf dem anderen Rechner darf nichts ausgegeben werden</translation>
        </message>
        <message>
            <source>{name}: written as [[{name}]]</source>
            <translation>{name}: zu schreiben als [[{name}]]</translation>
        </message>
        <message>
            <source>{name}: {count:,} counters are not named in English ({first}): they have no units, and no figures are made of them by themselves. --figure makes one of each</source>
            <translation>{name}: {count:,} Zähler sind nicht englisch benannt ({first}): Sie haben keine Einheiten, und es entstehen keine Kennzahlen aus ihnen. --figure macht aus jedem eine</translation>
        </message>
        <message>
            <source>{name}: {count:,} counters have their English names here: they were named in another language</source>
            <translation>{name}: {count:,} Zähler haben hier ihre englischen Namen: Sie waren in einer anderen Sprache benannt</translation>
        </message>
        <message>
            <source>{name}: {count:,} documents are earlier states of the same run (--status-interval); the last one of each counts</source>
            <translation>{name}: {count:,} Dokumente sind frühere Stände desselben Laufs (--status-interval); von jedem zählt das letzte</translation>
        </message>
        <message>
            <source>{name}: {count:,} faults of its JSON were mended (commas), the first is in line {line}</source>
            <translation>{name}: {count:,} Fehler im JSON wurden behoben (Kommas), der erste steht in Zeile {line}</translation>
        </message>
        <message>
            <source>{name}: {count:,} impossible values count as missing, in line {places}</source>
            <translation>{name}: {count:,} unmögliche Werte gelten als fehlend, in Zeile {places}</translation>
        </message>
        <message>
            <source>{name}: {count:,} lines that are no samples were passed over, the first is line {first}</source>
            <translation>{name}: {count:,} Zeilen ohne Messwerte wurden übergangen, die erste ist Zeile {first}</translation>
        </message>
        <message>
            <source>{name}: {count:,} rows with more fields than the header are left out, the first is line {line}</source>
            <translation>{name}: {count:,} Zeilen mit mehr Feldern als die Kopfzeile sind weggelassen, die erste ist Zeile {line}</translation>
        </message>
        <message>
            <source>{name}: {count:,} samples whose time does not rise were left out</source>
            <translation>{name}: {count:,} Messwerte, deren Zeit nicht steigt, wurden weggelassen</translation>
        </message>
        <message>
            <source>{name}: {count:,} values are no numbers (NaN, infinity) and count as missing, the first is in line {line}</source>
            <translation>{name}: {count:,} Werte sind keine Zahlen (NaN, unendlich) und gelten als fehlend, der erste steht in Zeile {line}</translation>
        </message>
        <message>
            <source>{name}: {count} virtual users finished with an error</source>
            <translation>{name}: {count} virtuelle Benutzer endeten mit einem Fehler</translation>
        </message>
        <message>
            <source>{name}: {error}. The log has the details.</source>
            <translation>{name}: {error}. Näheres steht im Protokoll.</translation>
        </message>
        <message>
            <source>{name}: {host} can't be reached. Try it by hand: ssh {host}. ssh says: {reason}</source>
            <translation>{name}: {host} ist nicht zu erreichen. Versuchen Sie es von Hand: ssh {host}. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: {host} does not answer. See whether it is on, and whether a firewall lets ssh through. ssh says: {reason}</source>
            <translation>{name}: {host} antwortet nicht. Prüfen Sie, ob er läuft und ob eine Firewall ssh durchlässt. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: {host} has not answered for {seconds:.0f} s. Try it by hand: ssh {host}</source>
            <translation>{name}: {host} hat seit {seconds:.0f} s nicht geantwortet. Versuchen Sie es von Hand: ssh {host}</translation>
        </message>
        <message>
            <source>{name}: {host} is no host that can be taken. Use letters, digits, dots and dashes; user, port and key belong into ssh's configuration</source>
            <translation>{name}: {host} wird als Rechner nicht angenommen. Nehmen Sie Buchstaben, Ziffern, Punkte und Bindestriche; Benutzer, Port und Schlüssel gehören in die Konfiguration von ssh</translation>
        </message>
        <message>
            <source>{name}: {host} is not among the known hosts. Log in once by hand (ssh {host}) and compare its key. ssh says: {reason}</source>
            <translation>{name}: {host} gehört nicht zu den bekannten Rechnern. Melden Sie sich einmal von Hand an (ssh {host}) und vergleichen Sie den Schlüssel. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: {host} refuses the key. Put your public key there (ssh-copy-id {host}); a key with a passphrase needs ssh-agent, as nobody is asked during a run. ssh says: {reason}</source>
            <translation>{name}: {host} weist den Schlüssel ab. Hinterlegen Sie dort Ihren öffentlichen Schlüssel (ssh-copy-id {host}); ein Schlüssel mit Passphrase braucht ssh-agent, denn während eines Laufs wird niemand gefragt. ssh meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: {path} is another target's already; give each a file of its own</source>
            <translation>{name}: {path} gehört schon zu einem anderen Ziel; geben Sie jedem eine eigene Datei</translation>
        </message>
        <message>
            <source>{name}: {python} is no path that can be taken for Python there. Use letters, digits, dots, dashes and slashes</source>
            <translation>{name}: {python} wird als Pfad von Python dort nicht angenommen. Nehmen Sie Buchstaben, Ziffern, Punkte, Bindestriche und Schrägstriche</translation>
        </message>
        <message>
            <source>{name}: {python} on {host} has no Outpace. Install it there, or correct python of this agent. It says: {reason}</source>
            <translation>{name}: {python} auf {host} hat kein Outpace. Installieren Sie es dort oder berichtigen Sie python dieses Agenten. Es meldet: {reason}</translation>
        </message>
        <message>
            <source>{name}: {same:,} readings have the time of the one before and were left out</source>
            <translation>{name}: {same:,} Messwerte haben dieselbe Zeit wie der vorige und wurden weggelassen</translation>
        </message>
        <message>
            <source>{name}: {value:g} is negative</source>
            <translation>{name}: {value:g} ist negativ</translation>
        </message>
        <message>
            <source>{numbers} users</source>
            <translation>{numbers} Nutzer</translation>
        </message>
        <message>
            <source>{number} agents</source>
            <translation>{number} Agenten</translation>
        </message>
        <message>
            <source>{number} failed</source>
            <translation>{number} nicht bestanden</translation>
        </message>
        <message>
            <source>{number} passed</source>
            <translation>{number} bestanden</translation>
        </message>
        <message>
            <source>{number} sessions</source>
            <translation>{number} Sitzungen</translation>
        </message>
        <message>
            <source>{number} sessions selected</source>
            <translation>{number} Sitzungen gewählt</translation>
        </message>
        <message>
            <source>{number} warnings</source>
            <translation>{number} Warnungen</translation>
        </message>
        <message>
            <source>{n} errors to fix</source>
            <translation>{n} Fehler zu beheben</translation>
        </message>
        <message>
            <source>{n} warnings</source>
            <translation>{n} Warnungen</translation>
        </message>
        <message>
            <source>{one} and {other} are the same time of the same run: there is nothing to compare. Add another session, or a snapshot of another time.</source>
            <translation>{one} und {other} sind dieselbe Zeit desselben Laufs: Es gibt nichts zu vergleichen. Bitte eine andere Sitzung oder einen Schnappschuss einer anderen Zeit hinzufügen.</translation>
        </message>
        <message>
            <source>{option} "{name}": the figures are {figures}</source>
            <translation>{option} „{name}“: Die Kennzahlen sind {figures}</translation>
        </message>
        <message>
            <source>{option} "{text}": expected VALUE=FILE with one of the files {names}</source>
            <translation>{option} "{text}": erwartet wird WERT=DATEI mit einer der Dateien {names}</translation>
        </message>
        <message>
            <source>{option} does not apply to this file ({kind}); name the files that it is for: {option} VALUE=FILE</source>
            <translation>{option} gilt nicht für diese Datei ({kind}); nennen Sie die Dateien, für die es gilt: {option} WERT=DATEI</translation>
        </message>
        <message>
            <source>{orders} orders per minute at {load} {unit}</source>
            <translation>{orders} Bestellungen pro Minute bei {load} {unit}</translation>
        </message>
        <message>
            <source>{orders} transactions per second at {load} {unit}</source>
            <translation>{orders} Transaktionen pro Sekunde bei {load} {unit}</translation>
        </message>
        <message>
            <source>{other} already exists and is not overwritten. Choose another name.</source>
            <translation>{other} gibt es schon; in eine vorhandene Datei wird nie geschrieben. Wählen Sie einen anderen Namen.</translation>
        </message>
        <message>
            <source>{other} and {keyword} mean the same</source>
            <translation>{other} und {keyword} bedeuten dasselbe</translation>
        </message>
        <message>
            <source>{other} is called "{name}" too: name each meter of a system (--part "storage={file}")</source>
            <translation>auch {other} heißt „{name}“: jedem Messgerät eines Systems einen Namen geben (--part "storage={file}")</translation>
        </message>
        <message>
            <source>{pace} MiB/s</source>
            <translation>{pace} MiB/s</translation>
        </message>
        <message>
            <source>{pace} rows/s</source>
            <translation>{pace} Zeilen/s</translation>
        </message>
        <message>
            <source>{passed} passed, {warnings}, {failed} failed</source>
            <translation>{passed} bestanden, {warnings}, {failed} nicht bestanden</translation>
        </message>
        <message>
            <source>{paths} are the same recording. Name it once.</source>
            <translation>{paths} sind dieselbe Aufzeichnung. Sie ist nur einmal zu nennen.</translation>
        </message>
        <message>
            <source>{path}
{letter} · {name}
No data: {reason}</source>
            <translation>{path}
{letter} · {name}
Keine Daten: {reason}</translation>
        </message>
        <message>
            <source>{path}
{system}
layer: {layer}</source>
            <translation>{path}
{system}
Ebene: {layer}</translation>
        </message>
        <message>
            <source>{path} already exists and is not overwritten. Choose another name.</source>
            <translation>{path} gibt es schon; in eine vorhandene Datei wird nie geschrieben. Wählen Sie einen anderen Namen.</translation>
        </message>
        <message>
            <source>{path} already exists. Choose another name, or delete it first.</source>
            <translation>{path} gibt es schon. Wählen Sie einen anderen Namen, oder löschen Sie die Datei erst.</translation>
        </message>
        <message>
            <source>{path} appeared while the database was being built; it is left unchanged</source>
            <translation>{path} entstand, während die Datenbank aufgebaut wurde; die Datei bleibt, wie sie ist</translation>
        </message>
        <message>
            <source>{path} can't be created ({reason}). Choose another place.</source>
            <translation>{path} lässt sich nicht anlegen ({reason}). Wählen Sie einen anderen Ort.</translation>
        </message>
        <message>
            <source>{path} can't be made: its folder is missing or read-only. Choose another.</source>
            <translation>{path} kann nicht angelegt werden: Der Ordner fehlt oder ist schreibgeschützt. Wählen Sie einen anderen.</translation>
        </message>
        <message>
            <source>{path} can't be opened ({reason}). If it was moved from where it was recorded, take its -wal file along; if its folder is read-only, copy both to a folder of yours.</source>
            <translation>{path} lässt sich nicht öffnen ({reason}). Wurde die Datei verschoben, nehmen Sie auch ihre -wal-Datei mit; ist ihr Ordner schreibgeschützt, kopieren Sie beide in einen eigenen Ordner.</translation>
        </message>
        <message>
            <source>{path} can't be opened: {reason}</source>
            <translation>{path} lässt sich nicht öffnen: {reason}</translation>
        </message>
        <message>
            <source>{path} can't be prepared: {reason}</source>
            <translation>{path} lässt sich nicht vorbereiten: {reason}</translation>
        </message>
        <message>
            <source>{path} can't be read ({reason}). Check its permissions.</source>
            <translation>{path} ist nicht lesbar ({reason}). Prüfen Sie die Zugriffsrechte.</translation>
        </message>
        <message>
            <source>{path} can't be read and written past the operating system's cache: {reason}; name a place on a disk, or allow cached I/O, which every figure will then say</source>
            <translation>{path} lässt sich nicht am Cache des Betriebssystems vorbei lesen und schreiben: {reason}; nennen Sie einen Ort auf einem Datenträger, oder erlauben Sie I/Os über den Cache, was dann bei jedem Wert steht</translation>
        </message>
        <message>
            <source>{path} can't be read in blocks of {bytes} bytes: {reason}{hint}</source>
            <translation>{path} lässt sich nicht in Blöcken von {bytes} Bytes lesen: {reason}{hint}</translation>
        </message>
        <message>
            <source>{path} can't be read: {reason}</source>
            <translation>{path} ist nicht lesbar: {reason}</translation>
        </message>
        <message>
            <source>{path} can't be recorded: its file system does not support SQLite's write-ahead log. Choose another disk.</source>
            <translation>{path} lässt sich nicht aufzeichnen: Der Datenträger kennt kein Write-Ahead-Log. Wählen Sie einen anderen.</translation>
        </message>
        <message>
            <source>{path} can't be removed: {reason}</source>
            <translation>{path} lässt sich nicht entfernen: {reason}</translation>
        </message>
        <message>
            <source>{path} can't be shown in the form.</source>
            <translation>{path} lässt sich nicht im Formular zeigen.</translation>
        </message>
        <message>
            <source>{path} can't be switched to the {journal} journal while something else has it open; end the other program, then try again</source>
            <translation>{path} lässt sich nicht auf das Journal {journal} umstellen, solange etwas anderes die Datei geöffnet hat; beenden Sie das andere Programm und versuchen Sie es erneut</translation>
        </message>
        <message>
            <source>{path} can't be used: {reason}</source>
            <translation>{path} ist nicht benutzbar: {reason}</translation>
        </message>
        <message>
            <source>{path} can't be written ({reason}). Make room, or choose another place.</source>
            <translation>{path} lässt sich nicht schreiben ({reason}). Schaffen Sie Platz, oder wählen Sie einen anderen Ort.</translation>
        </message>
        <message>
            <source>{path} can't be written: {reason}. Save it in another folder.</source>
            <translation>{path} kann nicht geschrieben werden: {reason}. Speichern Sie in einem anderen Ordner.</translation>
        </message>
        <message>
            <source>{path} contains impossible times: it is damaged. Take another copy of it.</source>
            <translation>{path} enthält Zeiten jenseits des Kalenders: Die Datei ist beschädigt. Nehmen Sie eine andere Kopie.</translation>
        </message>
        <message>
            <source>{path} contains no measured storage I/O; SQLIO's layout is for storage I/O only.</source>
            <translation>{path} enthält keine gemessenen Speicher-I/Os; nur sie haben das Format von SQLIO.</translation>
        </message>
        <message>
            <source>{path} contains no measurements.</source>
            <translation>{path} enthält keine Messungen.</translation>
        </message>
        <message>
            <source>{path} contains no measurements: its load never started. Name another session.</source>
            <translation>{path} enthält keine Messwerte: Die Last begann nie. Nennen Sie eine andere Sitzung.</translation>
        </message>
        <message>
            <source>{path} contains no systems: its run ended before it started. Name another session.</source>
            <translation>{path} enthält kein System: Der Lauf endete, bevor er begann. Nennen Sie eine andere Sitzung.</translation>
        </message>
        <message>
            <source>{path} does not exist.</source>
            <translation>{path} gibt es nicht.</translation>
        </message>
        <message>
            <source>{path} does not exist. Check the name.</source>
            <translation>{path} gibt es nicht. Prüfen Sie den Namen.</translation>
        </message>
        <message>
            <source>{path} does not lie beside the scenario. Copy it to {folder}, and choose it there.</source>
            <translation>{path} liegt nicht neben dem Szenario. Kopieren Sie die Datei nach {folder}, und wählen Sie sie dort.</translation>
        </message>
        <message>
            <source>{path} has more than {most:,} characters</source>
            <translation>{path} hat mehr als {most:,} Zeichen</translation>
        </message>
        <message>
            <source>{path} has more than {most:,} characters. Shorten it.</source>
            <translation>{path} hat mehr als {most:,} Zeichen. Kürzen Sie den Text.</translation>
        </message>
        <message>
            <source>{path} has no end row: it is still being recorded, or its recording was cut off.</source>
            <translation>{path} hat keine Schlusszeile: Die Sitzung wird noch aufgezeichnet, oder die Aufzeichnung wurde abgeschnitten.</translation>
        </message>
        <message>
            <source>{path} has no results yet, so its names cannot be replaced.</source>
            <translation>{path} hat noch keine Ergebnisse, daher lassen sich die Namen nicht ersetzen.</translation>
        </message>
        <message>
            <source>{path} has no tag "{tag}"</source>
            <translation>{path} hat kein Schlagwort „{tag}“</translation>
        </message>
        <message>
            <source>{path} has session format {version}; this Outpace reads up to format {format}. Update Outpace to open it.</source>
            <translation>{path} hat das Sitzungsformat {version}; dieses Outpace liest bis Format {format}. Aktualisieren Sie Outpace, um die Datei zu öffnen.</translation>
        </message>
        <message>
            <source>{path} has {cells:,} figures, too many for a workbook. Export them as CSV or Parquet.</source>
            <translation>{path} hat {cells:,} Werte, zu viele für eine Arbeitsmappe. Exportieren Sie sie als CSV oder Parquet.</translation>
        </message>
        <message>
            <source>{path} holds {bytes} bytes ({pattern}), but {wanted_bytes} ({wanted_pattern}) are wanted; prepare it again</source>
            <translation>{path} enthält {bytes} Bytes ({pattern}), verlangt sind aber {wanted_bytes} ({wanted_pattern}); bereiten Sie die Datei neu vor</translation>
        </message>
        <message>
            <source>{path} is a block device: writing destroys its contents and was not explicitly allowed; read only, or force writes to this device</source>
            <translation>{path} ist ein Blockgerät: Schreiben zerstört, was darauf steht, und das wurde nicht ausdrücklich verlangt; lesen Sie nur, oder erlauben Sie das Schreiben auf dieses Gerät</translation>
        </message>
        <message>
            <source>{path} is a database of another application. Choose an Outpace session (.outpace).</source>
            <translation>{path} ist die Datenbank einer anderen Anwendung. Wählen Sie eine Outpace-Sitzung (.outpace).</translation>
        </message>
        <message>
            <source>{path} is a file.</source>
            <translation>{path} ist eine Datei.</translation>
        </message>
        <message>
            <source>{path} is a folder. Name a session file (.outpace) in it.</source>
            <translation>{path} ist ein Ordner. Nennen Sie eine Sitzungsdatei (.outpace) darin.</translation>
        </message>
        <message>
            <source>{path} is a link or a folder; put the file itself beside the scenario</source>
            <translation>{path} ist eine Verknüpfung oder ein Ordner; legen Sie die Datei selbst neben das Szenario</translation>
        </message>
        <message>
            <source>{path} is damaged or of another version ({reason}). Move it away; the sessions are not affected.</source>
            <translation>{path} ist beschädigt oder von einer anderen Version ({reason}). Die Datei ist wegzuräumen; die Sitzungen sind nicht betroffen.</translation>
        </message>
        <message>
            <source>{path} is damaged or was cut off ({what}). Take another copy of it; Outpace has not changed the file.</source>
            <translation>{path} ist beschädigt oder abgeschnitten ({what}). Nehmen Sie eine andere Kopie; Outpace hat die Datei nicht verändert.</translation>
        </message>
        <message>
            <source>{path} is empty: its recording never started. Delete it.</source>
            <translation>{path} ist leer: Die Aufzeichnung begann nie. Löschen Sie die Datei.</translation>
        </message>
        <message>
            <source>{path} is empty: its recording was cut off before it started. Delete it.</source>
            <translation>{path} ist leer: Die Aufzeichnung brach ab, bevor sie begann. Löschen Sie die Datei.</translation>
        </message>
        <message>
            <source>{path} is in memory ({kind}), not on a drive. Choose a folder on a disk.</source>
            <translation>{path} liegt im Arbeitsspeicher ({kind}), nicht auf einem Laufwerk. Wählen Sie einen Ordner auf einer Platte.</translation>
        </message>
        <message>
            <source>{path} is itself the baseline of its scenario. Name a later session.</source>
            <translation>{path} ist selbst die Vergleichssitzung ihres Szenarios. Zu nennen ist eine spätere Sitzung.</translation>
        </message>
        <message>
            <source>{path} is larger than 64 KiB: this is not a scenario</source>
            <translation>{path} ist größer als 64 KiB: Das ist kein Szenario</translation>
        </message>
        <message>
            <source>{path} is locked by another program just now. Try again.</source>
            <translation>{path} ist gerade von einem anderen Programm gesperrt. Versuchen Sie es erneut.</translation>
        </message>
        <message>
            <source>{path} is no file but a folder or a device, and is not overwritten. Choose another name.</source>
            <translation>{path} ist keine Datei, sondern ein Ordner oder ein Gerät, und wird nicht überschrieben. Wählen Sie einen anderen Namen.</translation>
        </message>
        <message>
            <source>{path} is no folder; name another one for the database</source>
            <translation>{path} ist kein Ordner; nennen Sie einen anderen für die Datenbank</translation>
        </message>
        <message>
            <source>{path} is no queue of Outpace. Move it away, or name another folder.</source>
            <translation>{path} ist keine Warteschlange von Outpace. Die Datei ist wegzuräumen, oder ein anderer Ordner zu nennen.</translation>
        </message>
        <message>
            <source>{path} is no run of a scenario: it can't be a baseline.</source>
            <translation>{path} ist kein Lauf eines Szenarios und kann keine Vergleichssitzung sein.</translation>
        </message>
        <message>
            <source>{path} is not UTF-8 text</source>
            <translation>{path} ist kein UTF-8-Text</translation>
        </message>
        <message>
            <source>{path} is not UTF-8 text. Save it as such.</source>
            <translation>{path} ist kein UTF-8-Text. Speichern Sie die Datei so.</translation>
        </message>
        <message>
            <source>{path} is not a block device; name it as a file or folder, without asking for a device</source>
            <translation>{path} ist kein Blockgerät; nennen Sie es als Datei oder Ordner, ohne ein Gerät zu verlangen</translation>
        </message>
        <message>
            <source>{path} is not a playlist: it is too large.</source>
            <translation>{path} ist keine Abspielliste: Die Datei ist zu groß.</translation>
        </message>
        <message>
            <source>{path} is not a valid run: it can't be a baseline. Run the scenario again.</source>
            <translation>{path} ist kein gültiger Lauf und kann keine Vergleichssitzung sein. Das Szenario ist noch einmal auszuführen.</translation>
        </message>
        <message>
            <source>{path} is not a {title} built by Outpace ({reason}) and is left unchanged; choose another folder, or move that file away</source>
            <translation>{path} ist kein von Outpace aufgebauter {title} ({reason}) und bleibt, wie er ist; wählen Sie einen anderen Ordner, oder räumen Sie diese Datei weg</translation>
        </message>
        <message>
            <source>{path} is not an Outpace session, or it is damaged. Choose another file.</source>
            <translation>{path} ist keine Outpace-Sitzung oder ist beschädigt. Wählen Sie eine andere Datei.</translation>
        </message>
        <message>
            <source>{path} is not in a folder of the library ({folders}). Move it there, or add its folder in the window.</source>
            <translation>{path} liegt in keinem Ordner der Bibliothek ({folders}). Die Datei ist dorthin zu verschieben, oder ihr Ordner im Fenster hinzuzufügen.</translation>
        </message>
        <message>
            <source>{path} is not in its pristine state: {difference}; restore it</source>
            <translation>{path} ist nicht im Ausgangszustand: {difference}; stellen Sie die Datenbank wieder her</translation>
        </message>
        <message>
            <source>{path} is not in the library any more.</source>
            <translation>{path} ist nicht mehr in der Bibliothek.</translation>
        </message>
        <message>
            <source>{path} is still being recorded. Stop that run first.</source>
            <translation>{path} wird noch aufgezeichnet. Zuerst ist dieser Lauf anzuhalten.</translation>
        </message>
        <message>
            <source>{path} is the log of a build or check, not a run. Name a run's session.</source>
            <translation>{path} ist das Protokoll eines Aufbaus oder einer Prüfung, kein Lauf. Nennen Sie die Sitzung eines Laufs.</translation>
        </message>
        <message>
            <source>{path} refuses a statement of the scenario ({reason}): {statement}</source>
            <translation>{path} lehnt eine Anweisung des Szenarios ab ({reason}): {statement}</translation>
        </message>
        <message>
            <source>{path} was created by another program meanwhile and is left unchanged</source>
            <translation>{path} wurde inzwischen von jemand anderem angelegt und bleibt, wie es ist</translation>
        </message>
        <message>
            <source>{path} was not built by Outpace for this workload ({reason}) and is left unchanged; choose another folder, or move that file away</source>
            <translation>{path} wurde nicht von Outpace für diese Last angelegt ({reason}) und bleibt unverändert; wählen Sie einen anderen Ordner, oder verschieben Sie die Datei</translation>
        </message>
        <message>
            <source>{path} was not created by Outpace ({reason}) and is left unchanged; name another file, or move that one away</source>
            <translation>{path} stammt nicht von Outpace ({reason}) und bleibt, wie es ist; nennen Sie eine andere Datei, oder räumen Sie diese weg</translation>
        </message>
        <message>
            <source>{path} was stopped before its end: it can't be a baseline. Run the scenario to its end.</source>
            <translation>{path} wurde vorzeitig beendet und kann deshalb keine Vergleichssitzung sein. Das Szenario ist bis zum Ende auszuführen.</translation>
        </message>
        <message>
            <source>{path}: can't be read: {reason}</source>
            <translation>{path}: nicht lesbar: {reason}</translation>
        </message>
        <message>
            <source>{path}: expected 1 to {most:,} lines</source>
            <translation>{path}: 1 bis {most:,} Zeilen erwartet</translation>
        </message>
        <message>
            <source>{path}: larger than 64 KiB: this is no file of thresholds</source>
            <translation>{path}: größer als 64 KiB: das ist keine Datei mit Schwellenwerten</translation>
        </message>
        <message>
            <source>{path}: larger than 64 KiB: this is not a scenario</source>
            <translation>{path}: größer als 64 KiB: Das ist kein Szenario</translation>
        </message>
        <message>
            <source>{path}: no such session. "outpace library list" lists those of {folder}.</source>
            <translation>{path}: Diese Sitzung gibt es nicht. „outpace library list“ nennt die von {folder}.</translation>
        </message>
        <message>
            <source>{path}: who uses a device is known on Linux only; name a folder on it</source>
            <translation>{path}: Wer ein Gerät benutzt, ist nur unter Linux bekannt; nennen Sie einen Ordner darauf</translation>
        </message>
        <message>
            <source>{path}: {beside} beside it is no regular file. Move it away, or take another copy of the session.</source>
            <translation>{path}: {beside} daneben ist keine gewöhnliche Datei. Verschieben Sie sie, oder nehmen Sie eine andere Kopie der Sitzung.</translation>
        </message>
        <message>
            <source>{pattern}: drives that compress or deduplicate look better than they are</source>
            <translation>{pattern}: Laufwerke, die komprimieren oder deduplizieren, sehen besser aus, als sie sind</translation>
        </message>
        <message>
            <source>{percent:g} % new customers</source>
            <translation>{percent:g} % neue Kunden</translation>
        </message>
        <message>
            <source>{piece}: the name “{name}” is long</source>
            <translation>{piece}: Der Name „{name}“ ist lang</translation>
        </message>
        <message>
            <source>{piece}: {names}</source>
            <translation>{piece}: {names}</translation>
        </message>
        <message>
            <source>{place} and this machine can't agree on a TLS connection ({reason}); check the certificate and the scenario's tls and tls_ca</source>
            <translation>{place} und dieser Rechner einigen sich auf keine TLS-Verbindung ({reason}); prüfen Sie das Zertifikat und im Szenario tls und tls_ca</translation>
        </message>
        <message>
            <source>{place} and {number} more</source>
            <translation>{place} und {number} weitere</translation>
        </message>
        <message>
            <source>{place} answers in {ms:.2f} ms</source>
            <translation>{place} antwortet in {ms:.2f} ms</translation>
        </message>
        <message>
            <source>{place} can't be used: {reason}</source>
            <translation>{place} kann nicht verwendet werden: {reason}</translation>
        </message>
        <message>
            <source>{place} closed all its connections at {at_s:.0f} s ({error}), as a server does that restarts: its caches are empty then. See why in its log, then run again</source>
            <translation>{place} hat bei {at_s:.0f} s alle Verbindungen geschlossen ({error}), wie es ein Server beim Neustart tut: Danach sind seine Caches leer. Sehen Sie den Grund in seinem Protokoll nach und messen Sie neu</translation>
        </message>
        <message>
            <source>{place} did not respond from {from_s:.0f} s to [{to_s:.0f} s|the end]: see whether its calls waited for a lock, for its disk or for the network, then run again</source>
            <translation>{place} hat von {from_s:.0f} s bis [{to_s:.0f} s|zum Ende] nicht geantwortet: Sehen Sie nach, ob die Aufrufe auf eine Sperre, auf den Datenträger oder auf das Netzwerk gewartet haben, und messen Sie neu</translation>
        </message>
        <message>
            <source>{place} did not respond from {from_s:.0f} s to {to_s:.0f} s, then went on: its latencies include this stall</source>
            <translation>{place} hat von {from_s:.0f} s bis {to_s:.0f} s nicht geantwortet und dann weitergearbeitet: die Latenzen enthalten diese Pause</translation>
        </message>
        <message>
            <source>{place} does not answer within {timeout_s:g} s; check host, port and firewall</source>
            <translation>{place} antwortet nicht innerhalb von {timeout_s:g} s; prüfen Sie Rechner, Port und Firewall</translation>
        </message>
        <message>
            <source>{place} gives no power reading</source>
            <translation>{place} liefert keinen Leistungswert</translation>
        </message>
        <message>
            <source>{place} has no connection left ({reason}); raise its limit or end other programs</source>
            <translation>{place} hat keine Verbindung mehr frei ({reason}); erhöhen Sie die Grenze, oder beenden Sie andere Programme</translation>
        </message>
        <message>
            <source>{place} has no database "{database}" that {user} may open ({reason}); build it first, or check its name</source>
            <translation>{place} hat keine für {user} zugängliche Datenbank "{database}" ({reason}); bauen Sie sie erst auf, oder prüfen Sie ihren Namen</translation>
        </message>
        <message>
            <source>{place} has not responded since {from_s:.0f} s; its calls are still pending</source>
            <translation>{place} antwortet seit {from_s:.0f} s nicht; auf seine Aufrufe wird noch gewartet</translation>
        </message>
        <message>
            <source>{place} holds {title} in size {size} with data seed {seed}, but {wanted_size} with data seed {wanted_seed} is wanted; {advice}</source>
            <translation>{place} enthält {title} in Größe {size} mit dem Startwert {seed}, verlangt ist aber {wanted_size} mit dem Startwert {wanted_seed}; {advice}</translation>
        </message>
        <message>
            <source>{place} is back after {seconds:.0f} s</source>
            <translation>{place} ist nach {seconds:.0f} s wieder erreichbar</translation>
        </message>
        <message>
            <source>{place} is half built; restore it first</source>
            <translation>{place} ist halb aufgebaut; stellen Sie sie erst wieder her</translation>
        </message>
        <message>
            <source>{place} is not a {title} built by Outpace ({reason}) and is left unchanged</source>
            <translation>{place} ist kein von Outpace aufgebauter {title} ({reason}) und bleibt, wie er ist</translation>
        </message>
        <message>
            <source>{place} is not built; build it first</source>
            <translation>{place} ist nicht aufgebaut; bauen Sie sie erst auf</translation>
        </message>
        <message>
            <source>{place} is not in its pristine state after the restore: {difference}; drop it and its pristine database, and build again</source>
            <translation>{place} ist nach dem Wiederherstellen nicht im Ausgangszustand: {difference}; löschen Sie sie und ihre Vorlage und bauen Sie neu auf</translation>
        </message>
        <message>
            <source>{place} is not there, and database = "existing" makes none</source>
            <translation>{place} gibt es nicht, und database = "existing" legt keine an</translation>
        </message>
        <message>
            <source>{place} is shutting down ({reason}); start it again</source>
            <translation>{place} fährt gerade herunter ({reason}); starten Sie den Server neu</translation>
        </message>
        <message>
            <source>{place} is starting ({reason}); try again in a moment</source>
            <translation>{place} startet gerade ({reason}); versuchen Sie es gleich noch einmal</translation>
        </message>
        <message>
            <source>{place} is there, but "{login}" may not read whether Outpace built it; it is left unchanged</source>
            <translation>{place} ist da, aber „{login}“ darf nicht lesen, ob Outpace sie gebaut hat; sie bleibt unverändert</translation>
        </message>
        <message>
            <source>{place} is unreachable since {from_s:.0f} s; its I/Os are tried again ({error})</source>
            <translation>{place} ist seit {from_s:.0f} s nicht erreichbar; seine I/Os werden wiederholt ({error})</translation>
        </message>
        <message>
            <source>{place} is unreachable since {from_s:.0f} s; its users keep trying to reconnect ({error})</source>
            <translation>{place} ist seit {from_s:.0f} s nicht erreichbar; seine Nutzer versuchen, sich wieder zu verbinden ({error})</translation>
        </message>
        <message>
            <source>{place} is {taken}; wait until that ends, or choose another database name</source>
            <translation>{place} wird {taken}; warten Sie, bis das endet, oder wählen Sie einen anderen Datenbanknamen</translation>
        </message>
        <message>
            <source>{place} offers no TLS, and without it others on the network could read the password. Set TLS up on the server; or allow this login: write tls = "off" in the scenario and confirm what the window asks, or add --allow "clear-text login {who}" to the command</source>
            <translation>{place} bietet kein TLS an, und ohne TLS könnten andere im Netz das Kennwort lesen. Richten Sie TLS auf dem Server ein; oder erlauben Sie diese Anmeldung: Schreiben Sie tls = "off" ins Szenario und bestätigen Sie die Frage des Fensters, oder ergänzen Sie den Befehl um --allow "clear-text login {who}"</translation>
        </message>
        <message>
            <source>{place} offers no TLS, but the scenario demands it ({demand}); set TLS up on the server, or write tls = "prefer" or "off" in the scenario: then nothing on the way is encrypted</source>
            <translation>{place} bietet kein TLS an, das Szenario verlangt es aber ({demand}). Richten Sie TLS auf dem Server ein, oder schreiben Sie tls = "prefer" oder "off" ins Szenario: Dann wird unterwegs nichts verschlüsselt</translation>
        </message>
        <message>
            <source>{place} refuses a statement of the scenario ({reason}): {statement}</source>
            <translation>{place} lehnt eine Anweisung des Szenarios ab ({reason}): {statement}</translation>
        </message>
        <message>
            <source>{place} refuses connections: nothing listens there; check host and port, and that the server runs</source>
            <translation>{place} nimmt keine Verbindung an: Dort lauscht nichts; prüfen Sie Rechner und Port, und ob der Server läuft</translation>
        </message>
        <message>
            <source>{place} refuses the login of {user} ({reason}); check user name and password</source>
            <translation>{place} lässt {user} nicht herein ({reason}); prüfen Sie Benutzernamen und Kennwort</translation>
        </message>
        <message>
            <source>{place} refuses {user} access to this database from here ({reason}); ask its administrator</source>
            <translation>{place} lässt {user} von hier aus nicht in diese Datenbank ({reason}); fragen Sie den Administrator</translation>
        </message>
        <message>
            <source>{place} takes "{login}" from this machine for its anonymous account {account}, so that no password of "{login}" fits. {remedy}</source>
            <translation>{place} hält „{login}“ von diesem Rechner aus für sein anonymes Konto {account}, sodass kein Kennwort von „{login}“ passt. {remedy}</translation>
        </message>
        <message>
            <source>{place} was built by another version of Outpace (data generator {generator}, this one has {own}); {advice}</source>
            <translation>{place} wurde von einer anderen Version von Outpace aufgebaut (Datengenerator {generator}, dieses hat {own}); {advice}</translation>
        </message>
        <message>
            <source>{place} was built with another placement: {name} lies in {found}, the scenario wants it in {wanted} ({count} such parts)</source>
            <translation>{place} wurde mit anderer Platzierung aufgebaut: {name} liegt in {found}, das Szenario will es in {wanted} ({count} solche Teile)</translation>
        </message>
        <message>
            <source>{place} was not built by Outpace for this workload and is left unchanged; choose another database name, or write database = "existing" to use it as it is</source>
            <translation>{place} wurde nicht von Outpace für diese Last angelegt und bleibt unverändert; wählen Sie einen anderen Datenbanknamen, oder schreiben Sie database = "existing", um sie so zu verwenden, wie sie ist</translation>
        </message>
        <message>
            <source>{place} was unreachable from {from_s:.0f} s to [{to_s:.0f} s|the end][ ({error})]</source>
            <translation>{place} war von {from_s:.0f} s bis [{to_s:.0f} s|zum Ende] nicht erreichbar[ ({error})]</translation>
        </message>
        <message>
            <source>{place}: a report of worker {worker} arrived {seconds:.1f} s late</source>
            <translation>{place}: ein Datensatz von Arbeitsprozess {worker} kam {seconds:.1f} s zu spät</translation>
        </message>
        <message>
            <source>{place}: an existing database, not restored; {how}</source>
            <translation>{place}: eine vorhandene Datenbank, nicht wiederhergestellt; {how}</translation>
        </message>
        <message>
            <source>{place}: cold: {how}</source>
            <translation>{place}: kalt: {how}</translation>
        </message>
        <message>
            <source>{place}: cold: {how}. A command of your own in [start] can restart it</source>
            <translation>{place}: kalt: {how}. Ein eigener Befehl in [start] kann es neu starten</translation>
        </message>
        <message>
            <source>{place}: its files grew by {grown_mib:,.1f} MiB during the run, to {after_mib:,.1f} MiB</source>
            <translation>{place}: Seine Dateien wuchsen im Lauf um {grown_mib:,.1f} MiB auf {after_mib:,.1f} MiB</translation>
        </message>
        <message>
            <source>{place}: its rows could not be counted after the run</source>
            <translation>{place}: Seine Zeilen konnten nach dem Lauf nicht gezählt werden</translation>
        </message>
        <message>
            <source>{place}: restored in {seconds:.1f} s, {how}</source>
            <translation>{place}: wiederhergestellt in {seconds:.1f} s, {how}</translation>
        </message>
        <message>
            <source>{place}: these are the first {most} mistakes; there may be more</source>
            <translation>{place}: Das sind die ersten {most} Fehler; es kann mehr geben</translation>
        </message>
        <message>
            <source>{place}: worker {worker} added[: worker {busy_worker} used {share:.0%} of a core for {seconds} s]</source>
            <translation>{place}: Arbeitsprozess {worker} kam hinzu[: Arbeitsprozess {busy_worker} brauchte {share:.0%} eines Kerns, {seconds} s lang]</translation>
        </message>
        <message>
            <source>{place}: worker {worker} could not start: {error}</source>
            <translation>{place}: Arbeitsprozess {worker} konnte nicht beginnen: {error}</translation>
        </message>
        <message>
            <source>{place}: worker {worker} did not end in time and was killed</source>
            <translation>{place}: Arbeitsprozess {worker} endete nicht rechtzeitig und wurde gewaltsam beendet</translation>
        </message>
        <message>
            <source>{place}: worker {worker} died (exit code {exit_code})</source>
            <translation>{place}: Arbeitsprozess {worker} ist abgestürzt (Exit-Code {exit_code})</translation>
        </message>
        <message>
            <source>{place}: worker {worker} died while stopping (exit code {exit_code})</source>
            <translation>{place}: Arbeitsprozess {worker} ist beim Beenden abgestürzt (Exit-Code {exit_code})</translation>
        </message>
        <message>
            <source>{place}: worker {worker} replaces worker {before}</source>
            <translation>{place}: Arbeitsprozess {worker} tritt an die Stelle von Arbeitsprozess {before}</translation>
        </message>
        <message>
            <source>{place}: worker {worker} stood still from {from_s:.0f} s to {to_s:.0f} s; its latencies include that time. Measure again without a pause</source>
            <translation>{place}: Arbeitsprozess {worker} stand von {from_s:.0f} s bis {to_s:.0f} s still; seine Latenzen enthalten diese Zeit. Messen Sie noch einmal ohne Pause</translation>
        </message>
        <message>
            <source>{place}: worker {worker} was lost with agent {lost_with}</source>
            <translation>{place}: Worker {worker} ging mit Agent {lost_with} verloren</translation>
        </message>
        <message>
            <source>{place}: worker {worker}: one I/O never returned</source>
            <translation>{place}: Arbeitsprozess {worker}: Ein I/O kam nie zurück</translation>
        </message>
        <message>
            <source>{place}: worker {worker}: the call of one user never returned</source>
            <translation>{place}: Arbeitsprozess {worker}: der Aufruf eines Nutzers kam nie zurück</translation>
        </message>
        <message>
            <source>{place}: worker {worker}: the calls of {users} users never returned</source>
            <translation>{place}: Arbeitsprozess {worker} ließ {users} Nutzer in Aufrufen zurück, die nicht wiederkamen</translation>
        </message>
        <message>
            <source>{place}: worker {worker}: {users} I/Os never returned</source>
            <translation>{place}: Arbeitsprozess {worker}: {users} I/Os kamen nie zurück</translation>
        </message>
        <message>
            <source>{place}: worker {worker}[ on {agent}] connected {connected} of {users} users[; the first error: {error}]</source>
            <translation>{place}: Arbeitsprozess {worker}[ auf {agent}] verband {connected} von {users} Nutzern[; der erste Fehler: {error}]</translation>
        </message>
        <message>
            <source>{place}: worker {worker}[ on {agent}] could begin {connected} of {users} I/Os[; the first error: {error}]</source>
            <translation>{place}: Arbeitsprozess {worker}[ auf {agent}] konnte {connected} von {users} I/Os beginnen[; der erste Fehler: {error}]</translation>
        </message>
        <message>
            <source>{place}: {added:,} orders added = {purchases:,} purchases - {rolled_back:,} rolled back</source>
            <translation>{place}: {added:,} Bestellungen hinzugefügt = {purchases:,} Käufe - {rolled_back:,} zurückgerollt</translation>
        </message>
        <message>
            <source>{place}: {added:,} orders were added to the database, but {expected:,} purchases were counted</source>
            <translation>{place}: {added:,} Bestellungen kamen in die Datenbank, aber {expected:,} Käufe wurden gezählt</translation>
        </message>
        <message>
            <source>{place}: {count} x {sort}: {error}</source>
            <translation>{place}: {count} x {sort}: {error}</translation>
        </message>
        <message>
            <source>{place}: {count} x {sort}: {error} (tried again)</source>
            <translation>{place}: {count} x {sort}: {error} (erneut versucht)</translation>
        </message>
        <message>
            <source>{place}: {rows:,} rows, checksum {checksum}, {seconds:.1f} s</source>
            <translation>{place}: {rows:,} Zeilen, Prüfsumme {checksum}, {seconds:.1f} s</translation>
        </message>
        <message>
            <source>{place}: {size}, {seconds:.1f} s</source>
            <translation>{place}: {size}, {seconds:.1f} s</translation>
        </message>
        <message>
            <source>{plan} · at most {length}</source>
            <translation>{plan} · höchstens {length}</translation>
        </message>
        <message>
            <source>{plan} · {repeats} repeats</source>
            <translation>{plan} · {repeats} Wiederholungen</translation>
        </message>
        <message>
            <source>{plan}, at most {length}</source>
            <translation>{plan}, höchstens {length}</translation>
        </message>
        <message>
            <source>{product} at {where} has no session free for another connection ({reason}), and Outpace needs several at once; raise its max_connections, or the pool size of the pooler before it, or end other programs</source>
            <translation>{product} auf {where} hat für eine weitere Verbindung keine Sitzung frei ({reason}), und Outpace braucht mehrere zugleich; erhöhen Sie max_connections oder die Poolgröße des vorgeschalteten Poolers, oder beenden Sie andere Programme</translation>
        </message>
        <message>
            <source>{product} at {where} is behind a connection pooler that gives each transaction another session (transaction or statement pooling), and Outpace needs sessions of its own; connect to the server itself, or set the pooler to session pooling (PgBouncer: pool_mode = session)</source>
            <translation>{product} auf {where} steht hinter einem Verbindungspooler, der jeder Transaktion eine andere Sitzung gibt (Transaktions- oder Anweisungspooling), und Outpace braucht eigene Sitzungen; verbinden Sie sich direkt mit dem Server, oder stellen Sie den Pooler auf Sitzungspooling um (PgBouncer: pool_mode = session)</translation>
        </message>
        <message>
            <source>{product} at {where} is behind a connection pooler that hands sessions on with what their last client left in them (settings, locks or prepared statements), so Outpace's would reach other programs; let it reset them (PgBouncer: server_reset_query = DISCARD ALL) or connect to the server itself</source>
            <translation>{product} auf {where} steht hinter einem Verbindungspooler, der Sitzungen mit dem weitergibt, was ihr letzter Client in ihnen zurückließ (Einstellungen, Sperren oder vorbereitete Anweisungen), sodass das von Outpace andere Programme träfe; lassen Sie ihn die Sitzungen zurücksetzen (PgBouncer: server_reset_query = DISCARD ALL), oder verbinden Sie sich direkt mit dem Server</translation>
        </message>
        <message>
            <source>{program} is missing, so an entry would have nothing to start. Install Outpace first: python3 packaging/start.py</source>
            <translation>{program} fehlt, es gibt also nichts, was ein Eintrag starten könnte. Installieren Sie zuerst Outpace: python3 packaging/start.py</translation>
        </message>
        <message>
            <source>{quote} is not closed</source>
            <translation>{quote} ist nicht geschlossen</translation>
        </message>
        <message>
            <source>{rate:g} I/Os per second</source>
            <translation>{rate:g} I/Os pro Sekunde</translation>
        </message>
        <message>
            <source>{rate:g} orders/s</source>
            <translation>{rate:g} Bestellungen/s</translation>
        </message>
        <message>
            <source>{rate:g} transactions/s</source>
            <translation>{rate:g} Transaktionen/s</translation>
        </message>
        <message>
            <source>{rate} arrive per second on each side</source>
            <translation>auf jeder Seite treffen {rate} pro Sekunde ein</translation>
        </message>
        <message>
            <source>{rate} arrived per second on each side</source>
            <translation>auf jeder Seite trafen {rate} pro Sekunde ein</translation>
        </message>
        <message>
            <source>{rate} orders/s</source>
            <translation>{rate} Bestellungen/s</translation>
        </message>
        <message>
            <source>{rate} transactions/s</source>
            <translation>{rate} Transaktionen/s</translation>
        </message>
        <message>
            <source>{ratio} the orders</source>
            <translation>{ratio} so viele Bestellungen</translation>
        </message>
        <message>
            <source>{ratio} the transactions</source>
            <translation>{ratio} so viele Transaktionen</translation>
        </message>
        <message>
            <source>{reasons} (--force goes on all the same)</source>
            <translation>{reasons} (mit --force geht es trotzdem weiter)</translation>
        </message>
        <message>
            <source>{reason} Finished parts on a server are kept; the next build continues from there.</source>
            <translation>{reason} Was auf einem Server aufgebaut ist, bleibt: Der nächste Aufbau macht dort weiter.</translation>
        </message>
        <message>
            <source>{reason} No data of {figures}</source>
            <translation>{reason} Keine Daten von {figures}</translation>
        </message>
        <message>
            <source>{reference}: its scenario has no baseline.</source>
            <translation>{reference}: Das Szenario hat keine Vergleichssitzung.</translation>
        </message>
        <message>
            <source>{reference}: there is no such file of thresholds, and no set of that name; the sets are {names}</source>
            <translation>{reference}: Es gibt weder eine solche Datei mit Schwellenwerten noch einen Satz dieses Namens; die Sätze sind {names}</translation>
        </message>
        <message>
            <source>{reference}: there is no such file, and no built-in scenario of that name; {hint}</source>
            <translation>{reference}: Eine solche Datei gibt es nicht, auch kein mitgeliefertes Szenario dieses Namens; {hint}</translation>
        </message>
        <message>
            <source>{repeats} independent repeats each</source>
            <translation>je {repeats} unabhängige Wiederholungen</translation>
        </message>
        <message>
            <source>{repeats} of {least} repeats needed for a verdict</source>
            <translation>{repeats} von {least} für ein Urteil nötigen Wiederholungen</translation>
        </message>
        <message>
            <source>{repeats} paired repeats</source>
            <translation>{repeats} gepaarte Wiederholungen</translation>
        </message>
        <message>
            <source>{repeats} repeats of {run} · ramp {ramp:g} users/s · warm-up {warm_up}</source>
            <translation>{repeats} Wiederholungen von {run} · Hochlauf {ramp:g} Nutzer/s · Aufwärmen {warm_up}</translation>
        </message>
        <message>
            <source>{repeats} repeats of {run} · warm-up {warm_up}</source>
            <translation>{repeats} Wiederholungen von {run} · Aufwärmen {warm_up}</translation>
        </message>
        <message>
            <source>{retries} retries</source>
            <translation>{retries} Wiederholungen</translation>
        </message>
        <message>
            <source>{rootpath} is mounted read-only, but the test must write a file.</source>
            <translation>{rootpath} ist nur lesbar eingehängt, und der Test schreibt eine Datei.</translation>
        </message>
        <message>
            <source>{runs} runs</source>
            <translation>{runs} Läufe</translation>
        </message>
        <message>
            <source>{run} · ramp {ramp:g} users/s · warm-up {warm_up}</source>
            <translation>{run} · Hochlauf {ramp:g} Nutzer/s · Aufwärmen {warm_up}</translation>
        </message>
        <message>
            <source>{run} · warm-up {warm_up}</source>
            <translation>{run} · Aufwärmen {warm_up}</translation>
        </message>
        <message>
            <source>{scenario}: --sqlio needs the workload "storage-io"</source>
            <translation>{scenario}: --sqlio braucht die Last "storage-io"; nur sie hat das Format von SQLIO</translation>
        </message>
        <message>
            <source>{seconds} s</source>
            <translation>{seconds} s</translation>
        </message>
        <message>
            <source>{seconds} s are too short for {rounds} rounds</source>
            <translation>{seconds} s sind zu kurz für {rounds} Runden</translation>
        </message>
        <message>
            <source>{sentence} The run is marked, and goes on.</source>
            <translation>{sentence} Der Lauf ist markiert und geht weiter.</translation>
        </message>
        <message>
            <source>{sentence}, so far</source>
            <translation>{sentence}, bisher</translation>
        </message>
        <message>
            <source>{server} has {free:,} connections left, {needed:,} are needed</source>
            <translation>{server} hat noch {free:,} Verbindungen frei, {needed:,} sind nötig</translation>
        </message>
        <message>
            <source>{share} % of this machine is in use</source>
            <translation>{share} % dieses Rechners sind belegt</translation>
        </message>
        <message>
            <source>{share} % reads</source>
            <translation>{share} % Lesen</translation>
        </message>
        <message>
            <source>{share} % trims</source>
            <translation>{share} % Trims</translation>
        </message>
        <message>
            <source>{share} of {figure}</source>
            <translation>{figure} {share}</translation>
        </message>
        <message>
            <source>{shortage} Make room, or choose another folder.</source>
            <translation>{shortage} Schaffen Sie Platz oder wählen Sie einen anderen Ordner.</translation>
        </message>
        <message>
            <source>{size:,.0f} KiB</source>
            <translation>{size:,.0f} KiB</translation>
        </message>
        <message>
            <source>{size:,.0f} MiB</source>
            <translation>{size:,.0f} MiB</translation>
        </message>
        <message>
            <source>{size:,.2f} GiB</source>
            <translation>{size:,.2f} GiB</translation>
        </message>
        <message>
            <source>{sizes} {access} {passes} on {file_size} · {threads}</source>
            <translation>{sizes} {access} {passes} auf {file_size} · {threads}</translation>
        </message>
        <message>
            <source>{size} KiB reads</source>
            <translation>{size} KiB lesend</translation>
        </message>
        <message>
            <source>{size} KiB reads · {depth} outstanding</source>
            <translation>{size} KiB Lesen · {depth} ausstehend</translation>
        </message>
        <message>
            <source>{size} KiB writes</source>
            <translation>{size} KiB schreibend</translation>
        </message>
        <message>
            <source>{size} KiB writes · {depth} outstanding</source>
            <translation>{size} KiB Schreiben · {depth} ausstehend</translation>
        </message>
        <message>
            <source>{size} KiB {access} I/Os</source>
            <translation>{size} KiB {access} I/Os</translation>
        </message>
        <message>
            <source>{size} KiB · {depth} outstanding</source>
            <translation>{size} KiB · {depth} ausstehend</translation>
        </message>
        <message>
            <source>{size} KiB: expected a block of at most 16 MiB</source>
            <translation>{size} KiB: erwartet ein Block von höchstens 16 MiB</translation>
        </message>
        <message>
            <source>{size} has no room for a block of {block_kb:,} KiB per thread</source>
            <translation>in {size} passt kein Block von {block_kb:,} KiB je Thread</translation>
        </message>
        <message>
            <source>{size}, {users} users each</source>
            <translation>{size}, je {users} Nutzer</translation>
        </message>
        <message>
            <source>{speed} times</source>
            <translation>{speed}-fach</translation>
        </message>
        <message>
            <source>{statement} ends a transaction that was not begun; write BEGIN before it</source>
            <translation>{statement} beendet eine Transaktion, die nicht begonnen wurde; schreiben Sie BEGIN davor</translation>
        </message>
        <message>
            <source>{stopped} before the start.</source>
            <translation>{stopped} vor dem Start.</translation>
        </message>
        <message>
            <source>{swept} are swept in the closed loop; for the open one there is "rate-sweep"</source>
            <translation>{swept} werden in der geschlossenen Schleife durchlaufen; für die offene gibt es "rate-sweep"</translation>
        </message>
        <message>
            <source>{systems} are limited by the one driver machine that loads them all</source>
            <translation>{systems} werden von dem einen Rechner begrenzt, auf dem der Lasterzeuger läuft</translation>
        </message>
        <message>
            <source>{systems} are on one device</source>
            <translation>{systems} liegen auf einem Gerät</translation>
        </message>
        <message>
            <source>{systems} are on one device: they slow each other down while both are under load</source>
            <translation>{systems} liegen auf einem Gerät: Sie bremsen einander, solange beide unter Last sind</translation>
        </message>
        <message>
            <source>{systems} run on one host, [{host}|this machine]</source>
            <translation>{systems} laufen auf einem Rechner, [{host}|diesem]</translation>
        </message>
        <message>
            <source>{systems} uses {device} too, so that nobody can tell what of it is whose. Give each system a device of its own; what the whole disk does is among the driver's counters.</source>
            <translation>auch {systems} nutzt {device}; niemand kann sagen, was davon wem gehört. Geben Sie jedem System ein eigenes Gerät; was der ganze Datenträger tut, steht bei den Zählern des Lasterzeugers.</translation>
        </message>
        <message>
            <source>{systems}: the peak is at the highest load that was tried, so more load may give more</source>
            <translation>{systems}: der Höchstwert liegt bei der höchsten Last, die versucht wurde; mehr Last kann mehr ergeben</translation>
        </message>
        <message>
            <source>{system} at {depth}</source>
            <translation>{system} bei {depth}</translation>
        </message>
        <message>
            <source>{system} is limited by the CPU of the driver machine, not by its own speed ({reasons})</source>
            <translation>{system} wird von der CPU des Rechners begrenzt, auf dem der Lasterzeuger läuft, nicht von der eigenen Leistung ({reasons})</translation>
        </message>
        <message>
            <source>{system} is limited by the CPU of the driver machine[ at {load}], not by its own speed ({reasons}). Latencies include the driver's own delay: end other programs, use more cores or fewer outstanding I/Os</source>
            <translation>{system} wird[ bei {load}] von der CPU des Treiberrechners begrenzt, nicht von der eigenen Leistung ({reasons}). Die Latenzen enthalten die Verzögerung des Treibers: andere Programme beenden, mehr Kerne oder weniger ausstehende I/Os</translation>
        </message>
        <message>
            <source>{system} is limited by the CPU of the driver machine[ at {load}], not by its own speed ({reasons}). Latencies include the driver's own delay: end other programs, use more cores or fewer users</source>
            <translation>{system} wird[ bei {load}] von der CPU des Treiberrechners begrenzt, nicht von der eigenen Leistung ({reasons}). Die Latenzen enthalten die Verzögerung des Treibers: andere Programme beenden, mehr Kerne oder weniger Nutzer</translation>
        </message>
        <message>
            <source>{system}: all {users} I/Os are outstanding again after {seconds:.0f} s</source>
            <translation>{system}: nach {seconds:.0f} s stehen wieder alle {users} I/Os aus</translation>
        </message>
        <message>
            <source>{system}: all {users} users are active again after {seconds:.0f} s</source>
            <translation>{system}: nach {seconds:.0f} s arbeiten wieder alle {users} Nutzer</translation>
        </message>
        <message>
            <source>{system}: checkpoint</source>
            <translation>{system}: Checkpoint</translation>
        </message>
        <message>
            <source>{system}: its checkpoints are not known</source>
            <translation>{system}: Die Checkpoints sind nicht bekannt</translation>
        </message>
        <message>
            <source>{system}: its figures of the measured window arrived too late to be counted[ ({run})]; the machine that drives the load was too busy</source>
            <translation>{system}: Die Werte des gemessenen Fensters kamen zu spät, um gezählt zu werden[ ({run})]; der Rechner, der die Last erzeugt, war zu beschäftigt</translation>
        </message>
        <message>
            <source>{system}: no I/Os were completed</source>
            <translation>{system}: Es wurden keine I/Os abgeschlossen</translation>
        </message>
        <message>
            <source>{system}: no I/Os were completed in the measured window[ ({run})]</source>
            <translation>{system}: Im Messfenster wurden keine I/Os abgeschlossen[ ({run})]</translation>
        </message>
        <message>
            <source>{system}: no checkpoint in the window</source>
            <translation>{system}: kein Checkpoint im Fenster</translation>
        </message>
        <message>
            <source>{system}: no orders were completed</source>
            <translation>{system}: Es wurde keine Bestellung abgeschlossen</translation>
        </message>
        <message>
            <source>{system}: no orders were completed in the measured window[ ({run})]</source>
            <translation>{system}: In der Messzeit wurde keine Bestellung abgeschlossen[ ({run})]</translation>
        </message>
        <message>
            <source>{system}: no transactions were completed</source>
            <translation>{system}: es wurden keine Transaktionen abgeschlossen</translation>
        </message>
        <message>
            <source>{system}: no transactions were completed in the measured window[ ({run})]</source>
            <translation>{system}: im gemessenen Fenster wurden keine Transaktionen abgeschlossen[ ({run})]</translation>
        </message>
        <message>
            <source>{system}: one I/O had not returned when the measured window ended, for {oldest_s:.0f} s. It is counted apart; the latencies that it could change read "at least" (≥)</source>
            <translation>{system}: Ein I/O war am Ende des Messfensters noch nicht zurück, seit {oldest_s:.0f} s. Es wird getrennt gezählt; die Latenzen, die es ändern könnte, sind Mindestwerte (≥)</translation>
        </message>
        <message>
            <source>{system}: one I/O took more than {share:.0%} of the measured window (so far {oldest_s:.0f} s): fewer were outstanding than were asked for</source>
            <translation>{system}: Ein I/O dauerte mehr als {share:.0%} des Messfensters (bisher {oldest_s:.0f} s): Es waren weniger ausstehend als verlangt</translation>
        </message>
        <message>
            <source>{system}: one call was still under way when the measured window ended, for {oldest_s:.0f} s. It is counted apart; the latencies that it could change read "at least" (≥)</source>
            <translation>{system}: Ein Aufruf war am Ende des Messfensters noch unterwegs, seit {oldest_s:.0f} s. Er wird getrennt gezählt; die Latenzen, die er ändern könnte, sind Mindestwerte (≥)</translation>
        </message>
        <message>
            <source>{system}: one user waited for one call more than {share:.0%} of the measured window ({oldest_s:.0f} s)</source>
            <translation>{system}: Ein Nutzer wartete mehr als {share:.0%} des Messfensters auf einen einzigen Aufruf ({oldest_s:.0f} s)</translation>
        </message>
        <message>
            <source>{system}: only one checkpoint in the window</source>
            <translation>{system}: nur ein Checkpoint im Fenster</translation>
        </message>
        <message>
            <source>{system}: only {at_work} of {users} I/Os were outstanding from {from_s:.0f} s to [{to_s:.0f} s|the end]</source>
            <translation>{system}: von {from_s:.0f} s bis [{to_s:.0f} s|zum Ende] standen nur {at_work} von {users} I/Os aus</translation>
        </message>
        <message>
            <source>{system}: only {at_work} of {users} users were active from {from_s:.0f} s to [{to_s:.0f} s|the end]</source>
            <translation>{system}: von {from_s:.0f} s bis [{to_s:.0f} s|zum Ende] arbeiteten nur {at_work} von {users} Nutzern</translation>
        </message>
        <message>
            <source>{system}: power is from {file}, joined after the run at the start that was typed: a reading every {step_s:g} s, so it lies within {uncertainty_s:g} s, plus the error of that start</source>
            <translation>{system}: Leistung aus {file}, nach dem Lauf mit dem angegebenen Beginn verbunden: ein Messwert alle {step_s:g} s, also auf {uncertainty_s:g} s genau, dazu der Fehler dieses Beginns</translation>
        </message>
        <message>
            <source>{system}: power is from {file}, joined after the run by wall-clock time ({offset_s:+g} s): a reading every {step_s:g} s, so it lies within {uncertainty_s:g} s, plus what the two clocks differ by</source>
            <translation>{system}: Leistung aus {file}, nach dem Lauf über die Uhrzeit verbunden ({offset_s:+g} s): ein Messwert alle {step_s:g} s, also auf {uncertainty_s:g} s genau, dazu der Unterschied der beiden Uhren</translation>
        </message>
        <message>
            <source>{system}: the number of outstanding I/Os was changed by hand during the run</source>
            <translation>{system}: Die Zahl der ausstehenden I/Os wurde während des Laufs von Hand geändert</translation>
        </message>
        <message>
            <source>{system}: the number of users was changed by hand during the run</source>
            <translation>{system}: Die Zahl seiner Nutzer wurde während des Laufs von Hand geändert</translation>
        </message>
        <message>
            <source>{system}: {at_work} of {users} I/Os are outstanding</source>
            <translation>{system}: {at_work} von {users} I/Os stehen aus</translation>
        </message>
        <message>
            <source>{system}: {at_work} of {users} users are active</source>
            <translation>{system}: {at_work} von {users} Nutzern arbeiten</translation>
        </message>
        <message>
            <source>{system}: {calls:,} I/Os had not returned when the measured window ended, the oldest for {oldest_s:.0f} s. They are counted apart; the latencies that they could change read "at least" (≥)</source>
            <translation>{system}: {calls:,} I/Os waren am Ende des Messfensters noch nicht zurück, das älteste seit {oldest_s:.0f} s. Sie werden getrennt gezählt; die Latenzen, die sie ändern könnten, sind Mindestwerte (≥)</translation>
        </message>
        <message>
            <source>{system}: {calls:,} calls were still under way when the measured window ended, the oldest for {oldest_s:.0f} s. They are counted apart; the latencies that they could change read "at least" (≥)</source>
            <translation>{system}: {calls:,} Aufrufe waren am Ende des Messfensters noch unterwegs, der älteste seit {oldest_s:.0f} s. Sie werden getrennt gezählt; die Latenzen, die sie ändern könnten, sind Mindestwerte (≥)</translation>
        </message>
        <message>
            <source>{system}: {errors:,} errors in {orders:,} I/Os[, {of_sort_count:,} of them "{sort}" ({error})]</source>
            <translation>{system}: {errors:,} Fehler in {orders:,} I/Os[, davon {of_sort_count:,} „{sort}“ ({error})]</translation>
        </message>
        <message>
            <source>{system}: {errors:,} errors in {orders:,} orders[, {of_sort_count:,} of them "{sort}" ({error})]</source>
            <translation>{system}: {errors:,} Fehler bei {orders:,} Bestellungen[, davon {of_sort_count:,} „{sort}“ ({error})]</translation>
        </message>
        <message>
            <source>{system}: {errors:,} errors in {orders:,} transactions[, {of_sort_count:,} of them "{sort}" ({error})]</source>
            <translation>{system}: {errors:,} Fehler in {orders:,} Transaktionen[, davon {of_sort_count:,} „{sort}“ ({error})]</translation>
        </message>
        <message>
            <source>{system}: {missed:,} arrivals were missed because no user was free in time</source>
            <translation>{system}: {missed:,} Ankünfte wurden verpasst, kein Nutzer war rechtzeitig frei</translation>
        </message>
        <message>
            <source>{system}: {reads:,} reads found wrong data: {error}</source>
            <translation>{system}: {reads:,} Lesezugriffe fanden falsche Daten: {error}</translation>
        </message>
        <message>
            <source>{system}: {source}: no ranking of tables[: {trouble}]</source>
            <translation>{system}: {source}: keine Rangliste der Tabellen[: {trouble}]</translation>
        </message>
        <message>
            <source>{system}: {users} I/Os each took more than {share:.0%} of the measured window (the longest so far {oldest_s:.0f} s): fewer were outstanding than were asked for</source>
            <translation>{system}: {users} I/Os dauerten je mehr als {share:.0%} des Messfensters (das längste bisher {oldest_s:.0f} s): Es waren weniger ausstehend als verlangt</translation>
        </message>
        <message>
            <source>{system}: {users} outstanding I/Os from now on</source>
            <translation>{system}: ab jetzt {users} ausstehende I/Os</translation>
        </message>
        <message>
            <source>{system}: {users} users each waited for one call more than {share:.0%} of the measured window (up to {oldest_s:.0f} s)</source>
            <translation>{system}: {users} Nutzer warteten mehr als {share:.0%} des Messfensters auf je einen Aufruf (bis zu {oldest_s:.0f} s)</translation>
        </message>
        <message>
            <source>{system}: {users} users from now on</source>
            <translation>{system}: ab jetzt {users} Nutzer</translation>
        </message>
        <message>
            <source>{system}[, target {target}]</source>
            <translation>{system}[, Ziel {target}]</translation>
        </message>
        <message>
            <source>{tag} is not known{hint}</source>
            <translation>{tag} ist nicht bekannt{hint}</translation>
        </message>
        <message>
            <source>{targets} are built on one disk: {free} free, {needed} needed for all</source>
            <translation>{targets} werden auf einem Datenträger aufgebaut: {free} frei, {needed} für alle nötig</translation>
        </message>
        <message>
            <source>{targets} targets per system</source>
            <translation>{targets} Ziele je System</translation>
        </message>
        <message>
            <source>{text} stands for all networks. Name the address of one network.</source>
            <translation>{text} steht für alle Netze. Nennen Sie die Adresse eines Netzes.</translation>
        </message>
        <message>
            <source>{text}: a port is a number from 1 to 65535.</source>
            <translation>{text}: Ein Port ist eine Zahl von 1 bis 65535.</translation>
        </message>
        <message>
            <source>{text}: reads need no disk</source>
            <translation>{text}: Lesen braucht keinen Datenträger</translation>
        </message>
        <message>
            <source>{text}: they slow each other down</source>
            <translation>{text}: Sie bremsen einander</translation>
        </message>
        <message>
            <source>{text}: they take turns</source>
            <translation>{text}: Sie wechseln sich ab</translation>
        </message>
        <message>
            <source>{threads} threads</source>
            <translation>{threads} Threads</translation>
        </message>
        <message>
            <source>{threads} threads x {deepest:,} outstanding are more than {most:,} I/Os at once</source>
            <translation>{threads} Threads x {deepest:,} ausstehend sind mehr als {most:,} I/Os zugleich</translation>
        </message>
        <message>
            <source>{time} later</source>
            <translation>{time} später</translation>
        </message>
        <message>
            <source>{time} left</source>
            <translation>noch {time}</translation>
        </message>
        <message>
            <source>{time} of that run are in both</source>
            <translation>{time} dieses Laufs sind in beiden</translation>
        </message>
        <message>
            <source>{tip}, the same in all {count} databases</source>
            <translation>{tip}, in allen {count} Datenbanken dieselbe</translation>
        </message>
        <message>
            <source>{tip}. Columns: {columns}</source>
            <translation>{tip}. Spalten: {columns}</translation>
        </message>
        <message>
            <source>{tip}; not the same in all databases of this session</source>
            <translation>{tip}; andere Datenbanken dieser Sitzung haben eine andere</translation>
        </message>
        <message>
            <source>{title} ({number} set)</source>
            <translation>{title} ({number} gesetzt)</translation>
        </message>
        <message>
            <source>{title} can't be moved to the trash: {error}</source>
            <translation>{title} kann nicht in den Papierkorb gelegt werden: {error}</translation>
        </message>
        <message>
            <source>{title} of each system</source>
            <translation>{title} je System</translation>
        </message>
        <message>
            <source>{title} of each target</source>
            <translation>{title} je Ziel</translation>
        </message>
        <message>
            <source>{title} {size} is built, checksum {checksum}</source>
            <translation>{title} {size} ist aufgebaut, Prüfsumme {checksum}</translation>
        </message>
        <message>
            <source>{title} {size} is not built yet; `outpace build` or the run will build it, up to {bytes}, and as much again for its pristine copy</source>
            <translation>{title} {size} ist noch nicht aufgebaut; `outpace build` oder der Lauf baut es auf, bis zu {bytes}, und noch einmal so viel für die unberührte Kopie</translation>
        </message>
        <message>
            <source>{title} {size} will be built before the load, up to {bytes}, and as much again for its pristine copy</source>
            <translation>{title} {size} wird vor der Last aufgebaut, bis zu {bytes}, und noch einmal so viel für die unberührte Kopie</translation>
        </message>
        <message>
            <source>{title}, compared</source>
            <translation>{title}, verglichen</translation>
        </message>
        <message>
            <source>{title}: progress</source>
            <translation>{title}: Fortschritt</translation>
        </message>
        <message>
            <source>{token} has more than 64 bits</source>
            <translation>{token} hat mehr als 64 Bit</translation>
        </message>
        <message>
            <source>{token} is beyond the range of a double</source>
            <translation>{token} liegt außerhalb des Bereichs einer Gleitkommazahl</translation>
        </message>
        <message>
            <source>{token} is not expected there</source>
            <translation>{token} wird dort nicht erwartet</translation>
        </message>
        <message>
            <source>{trouble}. Ask for fewer outstanding I/Os, or see {log}.</source>
            <translation>{trouble}. Weniger ausstehende I/Os verlangen, oder siehe {log}.</translation>
        </message>
        <message>
            <source>{trouble}. Ask for fewer users, or see {log}.</source>
            <translation>{trouble}. Verlangen Sie weniger Nutzer, oder sehen Sie in {log} nach.</translation>
        </message>
        <message>
            <source>{twice}: drivers disagree on which one counts; keep one. If a value contains a semicolon, write the value in braces: {a;b}</source>
            <translation>{twice}: Treiber sind uneins, was davon gilt; behalten Sie eines. Soll ein Wert ein Semikolon enthalten, schreiben Sie ihn in Klammern: {a;b}</translation>
        </message>
        <message>
            <source>{unknown}: not known; there are title, order, systems and results</source>
            <translation>{unknown}: nicht bekannt; es gibt title, order, systems und results</translation>
        </message>
        <message>
            <source>{url} also has {count} metrics that are not read: {names}. Name them in metrics, or a set of metrics in sets (outpace metrics lists both).</source>
            <translation>{url} hat außerdem {count} Metriken, die nicht gelesen werden: {names}. Nennen Sie sie in metrics oder einen Satz von Metriken in sets (outpace metrics listet beides auf).</translation>
        </message>
        <message>
            <source>{url} answers no JSON object. Check the kind of meter.</source>
            <translation>{url} antwortet nicht mit einem JSON-Objekt. Prüfen Sie die Art des Leistungsmessers.</translation>
        </message>
        <message>
            <source>{url} answers no page ({error})</source>
            <translation>{url} antwortet nicht mit einer Seite ({error})</translation>
        </message>
        <message>
            <source>{url} answers {told} instead of a page</source>
            <translation>{url} antwortet mit {told} statt mit einer Seite</translation>
        </message>
        <message>
            <source>{url} broke its page off before the end</source>
            <translation>{url} hat seine Seite vor dem Ende abgebrochen</translation>
        </message>
        <message>
            <source>{url} can't be reached: {reason}</source>
            <translation>{url} ist nicht erreichbar: {reason}</translation>
        </message>
        <message>
            <source>{url} does not tell its time any more</source>
            <translation>{url} nennt seine Zeit nicht mehr</translation>
        </message>
        <message>
            <source>{url} gave no session for this login</source>
            <translation>{url} gab keine Sitzung für diese Anmeldung</translation>
        </message>
        <message>
            <source>{url} has a certificate that is not trusted ({reason}). Give the file of its certificate authority (ca).</source>
            <translation>{url} hat ein Zertifikat, dem nicht vertraut wird ({reason}). Geben Sie die Datei der Zertifizierungsstelle an (ca).</translation>
        </message>
        <message>
            <source>{url} has no metric {metric}. Check its spelling; outpace metrics lists the metrics of a page.</source>
            <translation>{url} hat keine Metrik {metric}. Prüfen Sie die Schreibweise; outpace metrics listet die Metriken einer Seite auf.</translation>
        </message>
        <message>
            <source>{url} has none of the metrics that are read. Name some of its {count} metrics in metrics, or a set of metrics in sets: {names}</source>
            <translation>{url} hat keine der Metriken, die gelesen werden. Nennen Sie einige ihrer {count} Metriken in metrics oder einen Satz in sets: {names}</translation>
        </message>
        <message>
            <source>{url} has not ended its page within {seconds} s</source>
            <translation>{url} hat seine Seite nicht innerhalb von {seconds} s beendet</translation>
        </message>
        <message>
            <source>{url} has {metric}, but not with these labels: {labels}. One of its lines is: {example}</source>
            <translation>{url} hat {metric}, aber nicht mit diesen Labels: {labels}. Eine seiner Zeilen ist: {example}</translation>
        </message>
        <message>
            <source>{url} is no page of a node_exporter or windows_exporter</source>
            <translation>{url} ist keine Seite eines node_exporter oder windows_exporter</translation>
        </message>
        <message>
            <source>{url} measures no power in its chassis ({known}). Name another in chassis, or use a plug.</source>
            <translation>{url} misst in seinen Gehäusen keine Leistung ({known}). Nennen Sie ein anderes in chassis, oder nehmen Sie einen Zwischenstecker.</translation>
        </message>
        <message>
            <source>{url} names no version. Check the address in Edit, Settings</source>
            <translation>{url} nennt keine Version. Prüfen Sie die Adresse unter Bearbeiten, Einstellungen</translation>
        </message>
        <message>
            <source>{url} refers to another host</source>
            <translation>{url} verweist auf einen anderen Rechner</translation>
        </message>
        <message>
            <source>{url} refuses the login ({status}). Check the user and the password or token, and the right to read.</source>
            <translation>{url} lehnt die Anmeldung ab ({status}). Prüfen Sie den Benutzer, das Kennwort oder Token und das Leserecht.</translation>
        </message>
        <message>
            <source>{url}: the file of its certificate authority, {ca}, can't be read. Give a file in PEM format.</source>
            <translation>{url}: Die Datei der Zertifizierungsstelle, {ca}, lässt sich nicht lesen. Geben Sie eine Datei im PEM-Format an.</translation>
        </message>
        <message>
            <source>{users} customers order on each side</source>
            <translation>auf jeder Seite bestellen {users} Kunden</translation>
        </message>
        <message>
            <source>{users} customers ordered on each side</source>
            <translation>auf jeder Seite bestellten {users} Kunden</translation>
        </message>
        <message>
            <source>{users} outstanding I/Os</source>
            <translation>{users} ausstehende I/Os</translation>
        </message>
        <message>
            <source>{users} user</source>
            <translation>{users} Nutzer</translation>
        </message>
        <message>
            <source>{users} users</source>
            <translation>{users} Nutzer</translation>
        </message>
        <message>
            <source>{users} users on each side</source>
            <translation>auf jeder Seite {users} Benutzer</translation>
        </message>
        <message>
            <source>{users} users per target</source>
            <translation>{users} Nutzer je Ziel</translation>
        </message>
        <message>
            <source>{user} lacks the right FILE, which a table in a folder of its own needs</source>
            <translation>{user} fehlt das Recht FILE, das eine Tabelle in einem eigenen Ordner braucht</translation>
        </message>
        <message>
            <source>{user} may not see in which folder the server keeps its files. As an administrator: GRANT pg_monitor TO {user}.</source>
            <translation>{user} darf nicht sehen, in welchem Ordner der Server seine Dateien hat. Als Administrator: GRANT pg_monitor TO {user}.</translation>
        </message>
        <message>
            <source>{version} is older than {wanted}, the oldest that is supported</source>
            <translation>{version} ist älter als {wanted}, die älteste unterstützte Version</translation>
        </message>
        <message>
            <source>{viewers} viewers now, at most {most} at a time</source>
            <translation>{viewers} Zuschauer jetzt, höchstens {most} zugleich</translation>
        </message>
        <message>
            <source>{wanted} is expected before {found}</source>
            <translation>vor {found} wird {wanted} erwartet</translation>
        </message>
        <message>
            <source>{what} of {name}</source>
            <translation>{what} von {name}</translation>
        </message>
        <message>
            <source>{what} of {title}</source>
            <translation>{what} von {title}</translation>
        </message>
        <message>
            <source>{what} on {device}</source>
            <translation>{what} auf {device}</translation>
        </message>
        <message>
            <source>{what} {place} failed ({kind}): {reason}; {advice}</source>
            <translation>{what}, {place}: fehlgeschlagen ({kind}): {reason}; {advice}</translation>
        </message>
        <message>
            <source>{what}; perhaps it offers no TLS, which the scenario demands (tls = "{tls}")</source>
            <translation>{what}; vielleicht bietet der Server kein TLS an, das Szenario verlangt es aber (tls = "{tls}")</translation>
        </message>
        <message>
            <source>{what}; perhaps the account demands TLS, which the scenario turns off: write tls = "require"</source>
            <translation>{what}; vielleicht verlangt das Konto TLS, das das Szenario abschaltet: schreiben Sie tls = "require"</translation>
        </message>
        <message>
            <source>{what}; the document begins in line {line_number}</source>
            <translation>{what}; das Dokument beginnt in Zeile {line_number}</translation>
        </message>
        <message>
            <source>{where} is {product}, not {engine}: write engine = "{name}" in the scenario, or the port of {engine} (by default {port})</source>
            <translation>{where} ist {product}, nicht {engine}: Schreiben Sie engine = "{name}" in das Szenario oder den Port von {engine} (üblich ist {port})</translation>
        </message>
        <message>
            <source>{where}: "{name}" is there already</source>
            <translation>{where}: "{name}" gibt es schon</translation>
        </message>
        <message>
            <source>{where}: invalid TOML: {reason}</source>
            <translation>{where}: kein gültiges TOML: {reason}</translation>
        </message>
        <message>
            <source>{where}: name is a text, facts a table</source>
            <translation>{where}: name ist ein Text, facts eine Tabelle</translation>
        </message>
        <message>
            <source>{where}: role: "baseline" or "challenger", not "{role}"</source>
            <translation>{where}: role: "baseline" oder "challenger", nicht "{role}"</translation>
        </message>
        <message>
            <source>{where}: run is a whole number from 1 to {most_run}</source>
            <translation>{where}: run ist eine ganze Zahl von 1 bis {most_run}</translation>
        </message>
        <message>
            <source>{where}: system and target are texts, figures a table</source>
            <translation>{where}: system und target sind Texte, figures eine Tabelle</translation>
        </message>
        <message>
            <source>{where}: with the files beside it, it is larger than 64 KiB</source>
            <translation>{where}: mit den Dateien daneben ist es größer als 64 KiB</translation>
        </message>
        <message>
            <source>{where}: {metric} = {value}: a figure is a number of at least 0</source>
            <translation>{where}: {metric} = {value}: Ein Wert ist eine Zahl von mindestens 0</translation>
        </message>
        <message>
            <source>{where}: {metric}: {value:g} is more than any machine reaches</source>
            <translation>{where}: {metric}: {value:g} ist mehr, als irgendeine Maschine erreicht</translation>
        </message>
        <message>
            <source>{where}: {unknown}: not known; there are name, role and facts</source>
            <translation>{where}: {unknown}: nicht bekannt; es gibt name, role und facts</translation>
        </message>
        <message>
            <source>{where}: {unknown}: not known; there are system, run, target, figures and window</source>
            <translation>{where}: {unknown}: nicht bekannt; es gibt system, run, target, figures und window</translation>
        </message>
        <message>
            <source>{wish}

    {what}

Read it. {safer}To allow it, repeat the command with {option}: exactly this is then remembered as confirmed.</source>
            <translation>{wish}

    {what}

Lesen Sie es. {safer}Wenn Sie das wollen, wiederholen Sie den Aufruf mit {option}: Genau das gilt dann als bestätigt.</translation>
        </message>
        <message>
            <source>{work} on {engine}</source>
            <translation>{work} auf {engine}</translation>
        </message>
        <message>
            <source>“Disks”, “Price”, “Power under load”, “Capacity”: the report gives results per unit of each.</source>
            <translation>„Disks“, „Price“, „Power under load“, „Capacity“: der Bericht teilt durch sie.</translation>
        </message>
        <message>
            <source>“order” means the whole order.</source>
            <translation>„order“ ist die ganze Bestellung.</translation>
        </message>
        <message>
            <source>“{name}”</source>
            <translation>„{name}“</translation>
        </message>
        <message>
            <source>“{name}” was removed.</source>
            <translation>„{name}“ wurde entfernt.</translation>
        </message>
        <message>
            <source>“{title}” has changes that are not saved.</source>
            <translation>„{title}“ hat Änderungen, die nicht gespeichert sind.</translation>
        </message>
        <message>
            <source>“{title}” is still recording.</source>
            <translation>„{title}“ zeichnet noch auf.</translation>
        </message>
        <message>
            <source>“{what}” can't be taken back: {error}</source>
            <translation>„{what}“ lässt sich nicht zurücknehmen: {error}</translation>
        </message>
        <message>
            <source>… and {rest} more</source>
            <translation>… und {rest} weitere</translation>
        </message>
        <message>
            <source>● preparing</source>
            <translation>● bereitet vor</translation>
        </message>
        <message>
            <source>● recording</source>
            <translation>● zeichnet auf</translation>
        </message>
        <message>
            <source>✓ passed</source>
            <translation>✓ bestanden</translation>
        </message>
        <message>
            <source>✗ failed</source>
            <translation>✗ nicht bestanden</translation>
        </message>
    </context>
</TS>
