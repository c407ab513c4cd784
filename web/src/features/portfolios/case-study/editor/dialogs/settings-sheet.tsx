import { Sheet } from '../../../../../ui/overlay/sheet.tsx'
import { whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { editorTexts as texts } from '../editor-texts.ts'
import { Settings } from '../settings/settings-pane.tsx'

interface SettingsSheetProps {
  open: boolean
  onClose: () => void
  onVersions: () => void
}

/** The settings where the window has no place for them beside the page: the chosen block stays in sight above. */
export const SettingsSheet = ({ open, onClose, onVersions }: SettingsSheetProps) => (
  <Sheet open={open} onOpenChange={whenClosed(onClose)} title={texts.settings}>
    <Settings isInSheet onVersions={onVersions} />
  </Sheet>
)
