<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>Outpace</name>
        <message>
            <source> Freeze</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> Recording goes on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> Run…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> Stop</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> Theme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> and </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> of {table}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> then </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> · drawn ×{factor}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source> · last {time} {ratio}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;About Outpace</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Add Sessions…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Attract Loop…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Back 10 s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Baseline</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Booth View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Build…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Check…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Choose…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Close</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Copy Image</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Counters…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Default Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Edit a Scenario…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Export…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Fewer Users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Freeze</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Help</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Highlight</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Import Results…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Join Sessions…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Keep the comparison among the sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Keyboard Shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Line up on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Logarithmic Scale</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;More Users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;New Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;New Scenario…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Only what differs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Overlay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Play or Pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Redo {what}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Remove Counter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Report…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Scale…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Settings…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Show</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Side Bar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Snapshot…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Stand</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Stop</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Test</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Title</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Undo {what}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;What Differs…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>+ Add a second system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>+ Add a source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>+ Add a third system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>+ One more target</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 thing to put right</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 warning</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>10 s values {values}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>10-second values {range}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>15 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>2 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>30 s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>5 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>90th percentile</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>95 % interval {ends}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>95 % interval {range}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>95 of 100 orders took no longer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>95th percentile</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>99th percentile</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A Command of This Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A copy to be tested can't be written: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A file that the certificate is checked against.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A folder for the databases of this system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A folder for the files</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A folder for the report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A log that Performance Monitor opens.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A picture of the window is on the clipboard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A race: so many orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A run is recording</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A scenario file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A session file of its own, {name}, and a picture, {picture}.{goes_on}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A table's name, and the folder it lies in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A verdict needs three or more.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A write ends when it is on the medium.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>About Outpace</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>About to start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>About {total} under load</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>About {total}: {number} loads of {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>About {total}: {number} loads of {each}, rests of {rest}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Above the server's memory it tests the disks. “10MB”, “250GB”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Access</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Add Folder…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Add a folder of sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Add a user to every system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Add at least one session.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Add at least two sessions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Address</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>After the databases were restored.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>All at once</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>All depths are gone through in each.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>All runs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Allows a run that writes over everything on the device.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Alternating</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Always</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Always, and check the certificate</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An arrival that no user could begin by then.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An engine is recording this session. Open it to watch it; it can't be deleted now.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another database or drive of this system, loaded at the same time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another number makes other rows, the same on all systems.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Answers within</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Arrivals</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>As the files tell</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>As the server sees it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>As the warm-up leaves it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At a rate, whether or not it is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At checkpoints</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At every commit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At most</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At most {total} under load</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At most {total}: {number} loads of {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At most {total}: {number} loads of {each}, rests of {rest}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At the latest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At work on each step, before it is measured.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>At work, and not yet counted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Authority's certificate</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>B, .</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Back to the charts (Esc)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Back to what was shown before (Esc)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Backup folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Baseline</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Begins</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Between two orders of a user. 0 is as fast as it goes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Between two turns</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Block</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Block sizes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Both finished at the same moment</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Build</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Build Again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Build the Databases of a Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Build the databases of a scenario, or go on building them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Building the databases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Built</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Built: all databases hold identical data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>By result</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>By title</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Bytes/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>C&amp;hecks before the Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>C&amp;lose Session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>CPU %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cache of the drive</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancel the Build</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancelled: nothing was written.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancelling…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Capacity</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Change a scenario file; its comments are kept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Change of Tags</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Change this scenario; of a built-in one a copy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Chart</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check Again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check the Systems of a Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check the systems of a scenario; nothing is changed by it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Checking the systems</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Checks before the run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Checksum {sums}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose a folder on each drive to compare two drives.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose at least one format.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose drives and length…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose systems of at least two sessions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the counters in the charts and in the table</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Chosen by what they share</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Close</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Close the Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Close the session; a run goes on only if you say so</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Close the window</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Co&amp;mpare Sessions…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Colour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Colour of the System</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Column</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Command before each run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Compare</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Compare Sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Compare Two &amp;Drives…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Compare two drives…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Comparing…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Comparison</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Connections to build with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Continue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy a picture of the window to the clipboard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy settings from {letter}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy settings from…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Count down, and start all systems together</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counted from</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counted to</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counter &amp;Table</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Counters of its machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+H highlight · Ctrl+F freeze · Ctrl+S snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store {db_size} · {users} users a target · {pace} · {new}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store: users place orders in a database</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store: {rate:g} orders a second on each side</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store: {users:g} users on each side</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Dark colours, or light ones</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Dark or Light T&amp;heme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Data folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Database</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Databases are being built</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Databases up, users idle, before the load.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Default Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Delete</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Destroy what it holds</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Details</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Did not start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Disks</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Dismiss</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Do again what was taken back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Document (PDF)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Don't Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Double the speed of the replay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Draw the charts on a logarithmic scale</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Draw the systems in one chart</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Driver's machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>E&amp;arlier</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each step for so long.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each step of the sweep</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each with all depths.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Edit a Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Edit…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Encryption</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Encryption, driver, folders, settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>End</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ended before measuring</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Esc, F11</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Estimate of the run time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Events</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every action and its keys</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every figure then says CACHED.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every figure, with charts and the raw data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every run is kept here by itself. Run the demo for a first one, take in results from elsewhere, or drop a session file on this window.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every sample, one a line, in a folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Export</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Export to</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Exported to {target}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Export…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F&amp;ull Screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F, Space</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Facts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Facts, notes, colour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Fas&amp;ter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Files a filegroup</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Fill first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Fill the screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Find any command by its name, and do it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Find, open, name, compare and delete recorded sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folder of the report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folder or drive</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folder or file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folders of single tables</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For a fixed time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For printing and sending</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For slides and chats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For the next run.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For&amp;ward 10 s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Formats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>From</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>From … to …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Full</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Getting ready</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Getting ready: {done:.0f} %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go On Building</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go On Editing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go On Without a Window</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go back 10 seconds in the recording</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go forward 10 seconds in the recording</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to the common start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to the end of the recording</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Halve the speed of the replay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Hide what passed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Highlight the counter selected in the table</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Hold the view; recording goes on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Host</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How a commit survives a power failure.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How it is run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How much of the report is written</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How much time the charts, the headline and the table show</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How often the file is overwritten before a load that writes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How things are done, page by page</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>I/Os under way, of each thread. A sweep sets it itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>IMPORTED</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>IOPS · this step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Idle before</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Idle between two repeats.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Idle watts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Import Results…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>In multiples of {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>In steps of</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>In this session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>In turns</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Index folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Instead of host, port, user and encryption. Without a password.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It could not be done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It could not be tested</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It is a block device</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It is never written to this file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It names the sessions, too.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It needs the right to create databases and to read statistics.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its databases are watched anyway. This is for the machine that they run on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its steady part</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>JOINED</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Join</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Join Sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Joining…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Join…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Journal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Keep It</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Keep the file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Keep what is recorded so far, and this view of it, as a file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kept as it is</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kept as {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Keyboard Shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>KiB</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Language, theme, folders, the stand's screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Layer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Leave out the names of systems, hosts and files</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Lines an order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Load Le&amp;vels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Load levels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Log folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Longest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>MB</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Made by Outpace, with a copy beside it. Another one of that name is never touched.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Made {name}. What to know of it:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Make a session of results and logs from elsewhere</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Make one session of systems that ran one at a time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Mean</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Measure</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Memory</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Memory of each connection.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Missed after</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>More and more I/Os at once (queue depths)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>More and more orders a second</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>More and more users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>More settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Move the view to earlier times</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Move the view to later times</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Move to Trash</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Moved to the trash: {what}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>MySQL or MariaDB</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>NAME</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name of the environment variable</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name of the report's files</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Neither system finished</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Neither system kept the limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Never</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>New comparison…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>New customers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Newest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>New…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No I/Os were completed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No clear difference</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No counter is charted. Ctrl+I chooses some.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No counter of this session matches “{text}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No data: {told}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No orders were completed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No ranking was recorded: it needs a database on a server, and a run that came to its end.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No result</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No session is selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No session matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No sessions yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No significant difference</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No throughput recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No verdict</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody finished in time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not everything could be moved to the trash: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not ready to run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not ready to run: {counts}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not tested yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Note</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Notes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing was measured</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing with “{typed}” in its title, systems, tags, result or date.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ODBC driver</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ODBC string</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>OPM</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of each target, all at work at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of each target.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of each target. At least twice the drive's cache. “1GB”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of one I/O.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of that writing; five rounds have to agree.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of the database during a run.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Of the databases, after that command.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Oldest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>On each target.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>On the drive to be measured. Outpace makes a file of its own in it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>On this machine. It runs only after you confirm exactly this text.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One a line.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One a session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One after the other, so many a second.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One at a time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One file that any browser opens, without anything from elsewhere</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One page, repeated</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only {letter} finished</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only {letter} kept the limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only “at every commit” loses nothing in a power failure.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open Folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a file…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a recorded or a growing session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a session…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open in Text Editor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open the folder when it is written</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Operation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Order of the sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Orders a minute (OPM)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Other</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outpace sessions (*.outpace)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outpace version</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outpace's own data folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outstanding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outstanding I/Os of each thread, one step each.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Overlaid, in one chart</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Overlay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Pacing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Page Down, →</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Page Up, ←</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Page cache</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Parts of one run are lined up on where each begins.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Passes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Password</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Password of {name} ({systems})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Passwords</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Passwords go to the engine alone. They are not written to the scenario, the session or a log.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Performance Monitor (on Windows)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Performance Monitor log (PDH-CSV)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Picture of the first page (PNG)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Plan</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Play recorded sessions until somebody comes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Play the recording, or pause it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Port</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>PostgreSQL</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Power idle</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Power under load</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Press F5 for a live run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Price</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Processor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Processor busy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Question</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Queue depths</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>RECORDED</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rack units</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Random</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Random data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Random writes follow until they hold steady.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rate</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ratio</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read and write on two drives at rising queue depths</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read it. Run it only if you know what it does and who wrote it. Only this text may run, and the window asks every time.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read the warnings before you compare.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reading the results</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reads</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reads and writes as each engine counts them; its own cache answers the others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ready to run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ready to run: {counts}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ready: press F5</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recorded as “{title}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recorded here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recorded sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recovery model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remember in the keyring of this machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove Counter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove System</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove row {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove the selected counter from the table and the charts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove this row</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rename</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Repeats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Report written to {folder}: {names}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Report…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Results (*.csv *.tsv *.toml *.txt *.log);;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Results (JSON)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Results a search</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rollback journal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Round</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run This Command</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run a Comparison</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run a scenario: a built-in one, or one of your own</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run the Demo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run {run}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>S&amp;lower</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>SQL Server</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>SQL Server only.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>SQLite, embedded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Samples (CSV)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save &amp;As…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save Snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save and &amp;Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save and Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save the Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Saved. It can't be run yet: what is marked in red has to be put right first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Say what is compared: systems, workload, plan</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Scale</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Scenarios (*.toml)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search &amp;Commands…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search the sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search title, system, tag, result, date</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search: part of an object, an instance or a counter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Searches an order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Seed of the data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Seed of the users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sequential</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Session Li&amp;brary</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sessions &amp;Folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sessions and their systems</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sessions of the same scenario, each with another system, become one: their repeats begin together on the time axis. The new session is labelled “not simultaneous”; the old ones stay as they are.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Settings of each user's session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Settle</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show All Sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show a longer time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show a shorter time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show how the sessions of a comparison differ</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show in Folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show several sessions side by side, or overlaid</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the Charts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the counter table</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the counters that a new window shows</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the figures of each step against the load</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the folder of recorded sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the systems full screen, for people three metres away</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show the systems, the plan and the events</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show what passed ({number})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show what was checked before the run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show which tables and indexes caused the I/O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Side by side, in columns</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Simple</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Since the load began.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Since the server began to count, not only of this run: nothing was kept from before it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Size of the data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Size of the file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Snapshot saved: {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Snapshot saved: {path}, and its picture {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Snapshot: {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>So many chunks of the data are made at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>So there is no result of it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Something disturbed it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Something went wrong in the window ({name}). A run that is recording is not affected. The details are in {log_path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Speed of the replay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Start a Compa&amp;rison…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Start the &amp;Live Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Starting the engine…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stop the Run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stop the run and keep what is recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Storage I/O · {words} x {depths} outstanding · {cache} · {through}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Storage I/O · {words} · {cache} · {through}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Storage I/O: blocks are read and written on drives</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Store Password…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Such as /dev/nvme1n1. It is only read, unless writing is allowed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Such as http://db1:9100/metrics.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Such as synchronous_commit = off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>System</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Systems</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Systems on one host or drive disturb each other: let them take turns.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>TPS</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ta&amp;bles by I/O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Table</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tables and indexes by I/O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tags, separated by commas</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tags…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Take It Out Again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Take a user from every system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Take back what was deleted or changed last</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Take out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Target {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Temporary folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Test</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Test Again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Test and &amp;File beside the Form</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Test checks everything that would make a run fail or unfair. It changes nothing.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Testing…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Text of the scenario file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>That can't be done with this session.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The accounts of this scenario could not be listed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The attract loop leaves a session out. {why}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The begin of measuring</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The booth view fills a screen again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The booth's screen is gone: the booth view waits in a small window, and returns with the screen.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The busiest worker's share of one core, and how late workers wake up (p99). Above 70 % of a core, or with a lag above a tenth of the median latency, the driver limits the system.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The databases of “{title}” are still being built.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The demo runs the same orders on two real SQLite databases at once, on one clock. It needs no server; the first time it builds its databases.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The engine could not be started: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The engine ended without closing the session. What it recorded up to then is kept and shown.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The factor that the selected counter is drawn with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The form has no field for these. They stay in the file as they are.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The keyring of this machine did not answer. Unlock it, and try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The library also shows the sessions of {folder}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The licences of some databases and storage products restrict publishing benchmark results. Check yours before a report leaves the house.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The licences of some databases restrict publishing benchmark results. Check yours before you publish.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The list of accounts can't be read; is another version of Outpace running?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The log of the engine has the details.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The moment of the recording that is shown</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The most users are sought that keep it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The most users within a latency</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The others are compared with it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The others are writes. A sweep's passes set it themselves.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The others log in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The others run in sessions of their own.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The passwords are in this machine's keyring.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The passwords were not remembered. {reason}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The playlist can't be kept: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The playlist {path} can't be read ({error}). An empty one takes its place.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The race ends then.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The ranking of a run comes at its end.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The recording broke off: it has no end, so nothing tells whether the run was valid. What was recorded up to then can be opened. Repeat the run before you rely on it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The results of each system in one JSON object.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The run did not start: nothing was recorded.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The run ended, but its figures don't count. Open it to read why.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The same number makes the same orders.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The scenario has changed since this test.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The scenario wants to run this command on this machine, as you, before the load:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The scenario's own command was not confirmed: nothing was started.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The screen may switch itself off: this desktop offers no way to prevent it. Look at its settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The server's name or address.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The whole run time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Their names, separated by commas.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Then halved until it is exact.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There is no scenario in the playlist that could be run live. Add one to the playlist.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>These results came as totals: there is nothing to draw over time.
Ctrl+R writes a report of them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Think time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This comparison is deleted when you close it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This file was changed after its recording: its figures are no longer those that were sealed at the end. Don't rely on it. Take another copy of the file, or repeat the run.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This run did not start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This run does not count</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This run is not valid</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This run was ended early</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This run was interrupted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This server told of no table or index: its statistics are off, or nothing was read or written.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This session is no comparison. File, Compare Sessions puts it beside others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Threads</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Throughput of I/O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Title</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>To</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>To the &amp;End</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>To the S&amp;tart</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Together</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tools</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Transactions a second</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Two systems side by side, under the same work</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Two systems, side by side, live</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Use the system's cache</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>User</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Users begin</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Usual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Value {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Version and licence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Waits for the disk</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Warm-up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Warming up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Watched on this machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Watts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Web page (HTML)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What Differs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What a reader of the result should know.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What differs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What differs between the sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What failed stops a run. It comes first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is built on a server stays: the next build goes on from there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is recorded is kept either way. Open the session file to see it again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is to be found out, in a sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is to be seen here (optional)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is written</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What it is</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What it keeps in memory, where you know it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What the result is made of.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What was built stays: the next build goes on from there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When orders begin.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When the last one is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Where its database lies. Choose a folder on each drive to compare two drives.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Where the server offers it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Which latency keeps it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Who has done them first?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>With empty caches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>With password = "keyring" in the scenario, they can be remembered in this machine's keyring.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Workbook (XLSX)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Workload</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write Report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write a report of this session, or of several</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write the figures as JSON, CSV or a Performance Monitor log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write through</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write to</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write until steady</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Write-ahead log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Writes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Zeros</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Zoom &amp;In</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Zoom O&amp;ut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>a build or a check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>a fitting one is found</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>a new one each run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>a repeat's figure is 0 or less: it has no ratio</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>after {time}, {later} later ({ratio} the time)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>all repeats together</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>at {minutes} min {seconds:02d} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>at {moment}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>averages of {run}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>being recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>blank the screen, and show it again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>build or check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>busiest worker {busy} of a core</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>cancelling…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>changed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>closed loop, {think}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>cut off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>damaged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>database size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>did not start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different data: {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different load: {each} users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different plans: {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different workloads: {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different {what}: {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>different, and it should not be</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>dwell, s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ended</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ended, not valid: </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>everything</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>exporting…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>figures as sealed at its end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>finished in {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>first, after {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>freeze, and go on; recording never stops</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>frozen, still recording</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>held</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>highlight a row, and compare by it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>highlight the next row, or none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>imported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>in multiples of {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>incomplete</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it took {ratio} the other's time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>its ODBC string's server</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>joined</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>keep a snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>kind</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>leave the booth view</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>length</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>measure</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>measuring</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>median of {runs} runs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>most orders a minute, {users} users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>most orders/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>most {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>move to the next screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>needs at least {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>new customers, %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no I/Os</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no I/Os yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no clear difference</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no clear difference so far</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no data yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no orders yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no repeat has a figure of both systems</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no significant difference · {runs}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no think time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no throughput recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>node_exporter or windows_exporter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not every session tells its scenario: whether the load was the same is not known</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not finished</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not finished in time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not known</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not saved yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not simultaneous</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not simultaneous: the sessions were recorded at different times</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not started</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not valid</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing is measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing to compare</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing was measured</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>of {baseline}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>of {letter} · {figure} · this run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>of {letter} · {figure} · this run, so far</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one at a time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one run, {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one run; a verdict takes {least}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one system</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>one system: nothing to compare it with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>open loop, {rate} orders/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>orders per minute</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>orders/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>orders/min · this run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>parts of one run, not repeats: {each}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ramp</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ramp, users/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>reading</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>recorded run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>recorded, not valid</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>recording broke off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>replay {speed}×</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>row 1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>row 2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>row 3</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>run time, s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>run {run}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>run {run} of {known}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>same</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>same work, one after the other</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>same work, same clock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>saving the snapshot…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>settle</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>settling</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>settling, s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>shown</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>span </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>start the live run, or the replay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>stop</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>stop the run and keep what is recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>stopping</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>that of the first session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the I/Os per second</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the IOPS</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the driver limits {letters}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the driver ran on different machines: {what}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the driver's own machine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the most IOPS</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the most orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the orders per minute</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the program's own data folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server's own</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the system's</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the systems take turns, compared at the end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the usual one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the workload's own</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the {counter}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>think time {think_ms} ms</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>think time, s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this is needed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this is needed: {why}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this run, so far</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this run: {words}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this session holds no orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this sheet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this step, so far</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>this system has no such counter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>time to finish</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>title</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>to {letter}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>too early to say</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>too short to say</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>until then {ratio}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>users within the limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>value</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>waiting for the first sample</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>waiting for the start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>wake-up lag {lags}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>warm-up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>warm-up {warmup}, then {run}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>warm-up, s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>write-through {value}{pattern_words}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>writing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{alive} of {requested}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{at_work} at work</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{begun} of {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{below} and {above} independent repeats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{challenger} is {ratio} {baseline}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{challenger}: {ratio} the IOPS of {baseline}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{counter}: systems differ {spread:.0f}-fold · logarithmic scale (L)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} I/Os in {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} behind</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} orders in {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} runs, last {date}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} runs, one system after the other, last {date}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} systems are chosen: at most {most} fit side by side.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} warnings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{done} of {total} I/Os</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{done} of {total} orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{engine}, {database} on {host}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{errors} errors</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{figure} of each one's last turn · the systems take turns, compared at the end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{figure} · nothing is measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{figure} · nothing was measured</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{file}: can't be compared</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{finished}, {later} later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{folder} does not exist. Choose an existing folder, or make it first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{folder} is a file. Choose a folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{folder} is not a whole path. Choose the folder with the button.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{folder}: {reason}. Choose another folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{found} of {number} sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{late} late samples</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} finished first, after {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} finished first, by {seconds} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} had {count} I/Os to go</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} had {count} orders to go</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} has completed no I/Os</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} has completed no orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} no significant difference</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} not clear</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} not known</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} too early</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} too short</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} · finished after</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} · most users within the limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{minutes} min {seconds:02d} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{names} against {baseline}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} at work</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} could not be reached for a while.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} finished first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} is not answering; the run goes on when it is back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} ✓ identical</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} ✗ not identical</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: a snapshot, as far as the run had come</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: clock offset "{text}": seconds, such as -2.5</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: nothing was measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: run "{run}": a whole number from 1 to {most_run}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: which system is it of? Type its name into the column System.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: {count} I/Os to go then</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: {count} orders to go then</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{number} runs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{number} sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{number} sessions selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{n} things to put right</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{passed} passed, {warnings}, {failed} failed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path}
{letter} · {name}
No data: {reason}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path}
{system}
layer: {layer}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} can't be read: {reason}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} can't be shown in the form.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} can't be written: {reason}. Save it in another folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} holds no measurements.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is larger than 1 MiB: this is no scenario</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is no UTF-8 text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is no playlist: it is too large.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{percent} % new customers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{place} and {number} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{plan}, at most {length}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{rate} orders/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratios} {figure} · one run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratios} {figure} · {runs}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratio} the I/Os</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratio} the latency</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratio} the orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratio} the time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{ratio} the users within the limit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{repeats} independent repeats each</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{repeats} of the {least} repeats that a verdict takes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{repeats} paired repeats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{repeats}{run} · ramp {ramp} users/s · warm-up {warm_up}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{repeats} repeats of </source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{sentence} The run is marked, and goes on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{size:g} KiB {access} I/Os</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{sizes} KiB {access} {passes} on {file_size} · {threads} threads</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{size} KiB reads · {depth} outstanding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{size} KiB writes · {depth} outstanding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{size} KiB · {depth} outstanding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{time} later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{time} left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{time} of that run are in both</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{tip}, the same in all {count} databases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{tip}; other databases of this session have another one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{title} · at most {length}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{title}, compared</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{told} users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{unit}, so far</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{users} user</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{users} users</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{valid} runs</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{words} ({number} facts)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{words} ({number} set)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{words} · one run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{words} · {repeats} repeats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“Disks”, “Price”, “Power under load”, “Capacity”: the report divides by them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“order” is the whole order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“{title}” has changes that are not saved.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“{title}” is still recording.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“{what}” can't be taken back: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>… and {rest} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>● preparing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>● recording</source>
            <translation type="unfinished" />
        </message>
    </context>
</TS>
