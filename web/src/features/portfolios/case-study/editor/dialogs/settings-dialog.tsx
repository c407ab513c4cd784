import { Dialog, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { editorTexts as texts } from '../editor-texts.ts'
import { Settings } from '../settings/settings-pane.tsx'

interface SettingsDialogProps {
  open: boolean
  onClose: () => void
  onVersions: () => void
}

/** The settings where the window has no place for them beside the page. */
export const SettingsDialog = ({ open, onClose, onVersions }: SettingsDialogProps) => (
  <Dialog open={open} onOpenChange={whenClosed(onClose)} title={texts.settings} width="narrow">
    <Settings isInSheet onVersions={onVersions} />
  </Dialog>
)
