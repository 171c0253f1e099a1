; SPDX-License-Identifier: Apache-2.0
; The set-up of one user, who needs no rights. windows_package.py gives VERSION, STAGE, LICENSE and OUT.
Target amd64-unicode
ManifestDPIAware true
SetCompressor /SOLID lzma
SetCompressorDictSize 64 ; MB, which the set-up takes of its user's memory too
!include MUI2.nsh
!include FileFunc.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Outpace"
Name "Outpace ${VERSION}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Outpace"
InstallDirRegKey HKCU "Software\Outpace" "InstallDir"
BrandingText " "
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Outpace"
VIAddVersionKey FileDescription "Outpace installer"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Apache-2.0"
!define MUI_ICON "${STAGE}/outpace.ico"
!define MUI_UNICON "${STAGE}/outpace.ico"
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\outpace-window.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE German

!macro WAIT_FOR_END
  ; Python's program can't be opened for writing while one runs. A run that records is never ended here.
  again:
  IfFileExists "$INSTDIR\python\python.exe" 0 ended
  ClearErrors
  FileOpen $0 "$INSTDIR\python\python.exe" a
  FileOpen $1 "$INSTDIR\python\pythonw.exe" a
  IfErrors 0 free
  FileClose $0
  FileClose $1
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Outpace is running. End its runs and close its windows, then press Retry." /SD IDCANCEL IDRETRY again
  SetErrorLevel 3
  Abort "Outpace is running."
  free:
  FileClose $0
  FileClose $1
  ended:
!macroend

!macro PATH ACTION
  ; Consoles that are opened from now on know the command.
  nsExec::Exec '"$INSTDIR\python\python.exe" -B "$INSTDIR\python\path.py" ${ACTION} "$INSTDIR\bin"'
  Pop $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

Section
  !insertmacro WAIT_FOR_END
  ; An older version goes first, so that none of its modules stays and is imported.
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\outpace.exe"
  SetOutPath "$INSTDIR"
  File /r "${STAGE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Outpace.lnk" "$INSTDIR\outpace-window.exe" "" "$INSTDIR\outpace.ico" 0 SW_SHOWNORMAL "" "Two systems side by side, live, under the same workload"
  WriteRegStr HKCU "Software\Outpace" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.outpace" "" "Outpace.Session"
  WriteRegStr HKCU "Software\Classes\.outpace" "Content Type" "application/x-outpace"
  WriteRegStr HKCU "Software\Classes\Outpace.Session" "" "Outpace session"
  WriteRegStr HKCU "Software\Classes\Outpace.Session\DefaultIcon" "" "$INSTDIR\outpace.ico"
  WriteRegStr HKCU "Software\Classes\Outpace.Session\shell\open\command" "" '"$INSTDIR\outpace-window.exe" open "%1"'
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\outpace.exe" "" "$INSTDIR\bin\outpace.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Outpace"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\outpace.ico"
  WriteRegStr HKCU "${KEY}" "Publisher" "Outpace developers"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
  !insertmacro PATH add
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section Uninstall
  !insertmacro WAIT_FOR_END
  !insertmacro PATH remove
  ; Sessions and databases in the user's own folders stay.
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\bin\outpace.exe"
  RMDir "$INSTDIR\bin"
  Delete "$INSTDIR\outpace-window.exe"
  Delete "$INSTDIR\outpace.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\THIRD-PARTY-NOTICES.txt"
  Delete "$INSTDIR\sbom.cdx.json"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Outpace.lnk"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "Software\Outpace"
  DeleteRegKey HKCU "Software\Classes\Outpace.Session"
  ReadRegStr $0 HKCU "Software\Classes\.outpace" ""
  StrCmp $0 "Outpace.Session" 0 +2
  DeleteRegKey HKCU "Software\Classes\.outpace"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\outpace.exe"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
