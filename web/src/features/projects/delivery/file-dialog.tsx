import { useState } from 'react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { isExpiredAt, isPicture } from './link-rules.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryFileDialogProps {
  file: DeliveryFile
  preview: NonNullable<DeliveryFile['preview']>
  /** A link has opened nothing. */
  onFailed: () => void
  onClose: () => void
}

/** A file as large as the window lets it be: the picture itself where it is the viewer's, otherwise its preview. */
export function DeliveryFileDialog({ file, preview, onFailed, onClose }: DeliveryFileDialogProps) {
  const [isUnread, setUnread] = useState(false)
  const original = isPicture(file) && !isUnread ? file.url : null
  const failed = () => {
    // A format that this browser does not read, as TIFF: the preview is what there is to see of it.
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
