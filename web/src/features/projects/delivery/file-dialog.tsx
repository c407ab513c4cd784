import { useState } from 'react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { isExpiredAt, isPicture } from './link-rules.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryFileDialogProps {
  file: DeliveryFile
  preview: NonNullable<DeliveryFile['preview']>
  /** Called when the picture of a link cannot be loaded. */
  onFailed: () => void
  onClose: () => void
}

/** Shows a file as large as the window allows: the picture itself if the viewer has it, otherwise its preview. */
export function DeliveryFileDialog({ file, preview, onFailed, onClose }: DeliveryFileDialogProps) {
  const [isUnread, setUnread] = useState(false)
  const original = isPicture(file) && !isUnread ? file.url : null
  const failed = () => {
    // This browser cannot read the format, for example TIFF, so the preview is shown.
    if (original !== null && !isExpiredAt(original, Date.now())) setUnread(true)
    else onFailed()
  }
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={file.fileName}
      width="wide"
      className="delivery-look"
      {...(original === null ? { description: texts.watermarked } : {})}
    >
      <img
        src={original ?? preview.url}
        alt={original === null ? preview.alt : file.fileName}
        width={preview.width}
        height={preview.height}
        onError={failed}
      />
    </Dialog>
  )
}
