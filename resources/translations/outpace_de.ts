<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>Outpace</name>
        <message>
            <source>&amp;About Outpace</source>
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
            <source>&amp;Keyboard Shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Later</source>
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
            <source>&amp;New Scenario…</source>
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
            <source>&amp;Scale…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Settings…</source>
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
            <source>&amp;Time</source>
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
            <source>95th percentile</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>99th percentile</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A file that the certificate is checked against.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A race: so many orders</source>
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
            <source>About to start</source>
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
            <source>Add a user to every system</source>
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
            <source>Allows a run that writes over everything on the device.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Alt+Left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Alt+Right</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Alt+Shift+Left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Alt+Shift+Right</source>
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
            <source>Build the databases of a scenario, or go on building them</source>
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
            <source>Cache of the drive</source>
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
            <source>Check the systems of a scenario; nothing is changed by it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose Counters</source>
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
            <source>Command before each run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Compare Two &amp;Drives…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Connections to build with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy a picture of the window to the clipboard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy from</source>
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
            <source>Ctrl+</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl++</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+,</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+-</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+D</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Down</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+E</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+End</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+F</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+F1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+F11</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+H</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Home</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+I</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+J</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+K</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+L</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+N</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Q</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+R</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+S</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+C</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+E</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+I</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+J</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+K</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+L</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+M</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+N</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+P</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+T</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Shift+Z</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+T</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+W</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ctrl+Z</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>DVD Store: users place orders in a database</source>
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
            <source>Databases up, users idle, before the load.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Default Counters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Del</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Destroy what it holds</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Disks</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Do again what was taken back</source>
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
            <source>E&amp;arlier</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each step for so long.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each with all depths.</source>
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
            <source>Every action and its keys</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every figure then says CACHED.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything</source>
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
            <source>F1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F11</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F5</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F8</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>F9</source>
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
            <source>For the next run.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>For&amp;ward 10 s</source>
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
            <source>Go</source>
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
            <source>H</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Halve the speed of the replay</source>
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
            <source>Idle before</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Idle between two repeats.</source>
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
            <source>Journal</source>
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
            <source>KiB</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>L</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Language, theme, folders, the stand's screen</source>
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
            <source>Log folder</source>
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
            <source>Name {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Never</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>New customers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Notes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>O</source>
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
            <source>One page, repeated</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only “at every commit” loses nothing in a power failure.</source>
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
            <source>Operation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Orders</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Outpace sessions (*.outpace)</source>
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
            <source>Passes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Password</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Performance Monitor (on Windows)</source>
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
            <source>Price</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Processor</source>
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
            <source>Read and write on two drives at rising queue depths</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reads</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recovery model</source>
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
            <source>Repeats</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Rest</source>
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
            <source>Run a scenario: a built-in one, or one of your own</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>S</source>
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
            <source>Say what is compared: systems, workload, plan</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search &amp;Commands…</source>
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
            <source>Session Li&amp;brary</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sessions &amp;Folder</source>
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
            <source>Shift+F1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Shift+F11</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show </source>
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
            <source>Show several sessions side by side, or overlaid</source>
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
            <source>Show what was checked before the run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show which tables and indexes caused the I/O</source>
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
            <source>Size of the data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Size of the file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>So many chunks of the data are made at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Space</source>
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
            <source>Stop the run and keep what is recorded</source>
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
            <source>Systems on one host or drive disturb each other: let them take turns.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ta&amp;bles by I/O</source>
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
            <source>Target {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Temporary folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The booth's screen is gone: the booth view waits in a small window, and returns with the screen.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The factor that the selected counter is drawn with</source>
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
            <source>The race ends then.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The recording broke off: it has no end, so nothing tells whether the run was valid. What was recorded up to then can be opened. Repeat the run before you rely on it.</source>
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
            <source>The screen may switch itself off: this desktop offers no way to prevent it. Look at its settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The server's name or address.</source>
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
            <source>Think time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This file was changed after its recording: its figures are no longer those that were sealed at the end. Don't rely on it. Take another copy of the file, or repeat the run.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Threads</source>
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
            <source>What a reader of the result should know.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is to be found out, in a sentence.</source>
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
            <source>after {time}, {later} later ({ratio} the time)</source>
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
            <source>changed</source>
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
            <source>did not start</source>
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
            <source>joined</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>keep a snapshot</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>leave the booth view</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>name</source>
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
            <source>no orders yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no significant difference · {runs}</source>
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
            <source>not known</source>
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
            <source>nothing to compare</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing was measured</source>
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
            <source>one system</source>
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
            <source>same work, one after the other</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>same work, same clock</source>
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
            <source>stop the run and keep what is recorded</source>
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
            <source>this sheet</source>
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
            <source>value</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} behind</source>
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
            <source>{finished}, {later} later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{letter} finished first, after {time}</source>
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
            <source>{name} at work</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{number} runs</source>
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
            <source>{time} left</source>
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
            <source>“Disks”, “Price”, “Power under load”, “Capacity”: the report divides by them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“order” is the whole order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>“{what}” can't be taken back: {error}</source>
            <translation type="unfinished" />
        </message>
    </context>
</TS>
