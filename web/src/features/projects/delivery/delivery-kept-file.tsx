import { X } from 'lucide-react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { focusNeighbour } from '../../../lib/forms/focus.ts'
import { bytes } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ICONS } from './delivery-icons.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryKeptFileProps {
  file: DeliveryFile
  onRemove: () => void
}

/** A file that has arrived and waits to be delivered. */
export function DeliveryKeptFile({ file, onRemove }: DeliveryKeptFileProps) {
  const { kind, fileName, preview, previewState } = file
  const Icon = ICONS[kind]
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span className="delivery-thumb size-11 grid flex-none place-items-center overflow-hidden bg-surface-2 text-ink-3">
        {preview === null ? (
          <Icon size={20} aria-hidden />
        ) : (
          <img src={preview.url} alt="" width={44} height={44} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="truncate text-14 text-ink">{fileName}</span>
          <span className="tnum shrink-0 text-14 text-ink-3">{bytes(file.bytes)}</span>
        </p>
        <p role="status" className="text-13 text-ink-3">
          {texts.previewOf[previewState]}
        </p>
      </div>
      <IconButton
        name={texts.remove(fileName)}
        data-remove=""
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget)
          onRemove()
        }}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}
