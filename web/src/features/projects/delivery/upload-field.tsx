import './delivery.css'
import { Plus, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { FileRow } from '../../../ui/form/sent-file-row.tsx'
import { useViewer } from '../../session/use-viewer.ts'
import { deliveryFilesQuery } from './delivery-api.ts'
import { inOrder, placeOf } from './upload-rules.ts'
import { texts } from './delivery-texts.ts'
import { useDeliveryUploads } from './use-delivery-uploads.ts'
import { focusNeighbour } from '../../../lib/forms/focus.ts'
import { bytes } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ICONS } from './file-list.tsx'

const UnfinishedFiles = lazy(async () => ({
  default: (await import('../../../ui/form/unfinished-files.tsx')).UnfinishedFiles,
}))

interface DeliveryUploaderProps {
  projectId: string
  /** Whether the form cannot be sent with these files. */
  isWrong: boolean
  /** Reports the uploaded files in order, and the number of uploads in progress. */
  onChange: (files: readonly DeliveryFile[], pending: number) => void
}

/** The files for the next delivery: uploaded ones, uploads in progress, and a button to add more. */
export function DeliveryUploader({ projectId, isWrong, onChange }: DeliveryUploaderProps) {
  const viewerId = useViewer()?.id ?? ''
  const query = useQuery(deliveryFilesQuery(projectId))
  const found = query.data
  const uploads = useDeliveryUploads({ projectId, viewerId, uploaded: found?.length ?? 0 })
  const { files: rows, order, pending } = uploads
  const uploaded = useMemo(() => found && inOrder(found, order), [found, order])
  const isOver = useDroppedFiles(uploads.choose)
  const notifyChange = useEffectEvent(onChange)
  useEffect(() => notifyChange(uploaded ?? [], pending), [uploaded, pending])
  if (query.error && uploaded === undefined) {
    return (
      <Failure
        title={texts.failed}
        line={texts.failedLine}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <div className="delivery-uploader" data-over={isOver || undefined}>
      <p role="status" className="sr-only">
        {uploaded === undefined ? texts.loading : ''}
      </p>
      {rows.length === 0 && (uploaded ?? []).length === 0 ? null : (
        <ul aria-label={texts.label} className="flex flex-col gap-2">
          {uploaded?.map((file) => (
            <UploadedFile
              key={file.id}
              file={file}
              onRemove={() => void uploads.removeUploaded(file)}
            />
          ))}
          {rows.map((row) => (
            <FileRow
              key={row.key}
              file={row}
              remove={uploads.remove}
              pause={uploads.pause}
              goOn={uploads.goOn}
            />
          ))}
        </ul>
      )}
      {viewerId === '' ? null : (
        <Suspense fallback={null}>
          <UnfinishedFiles
            viewerId={viewerId}
            place={placeOf(projectId)}
            chosen={uploads.fingerprints}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseFile
          accept=""
          multiple
          isWrong={isWrong}
          className={buttonVariants({ variant: 'secondary' })}
          onFiles={uploads.choose}
        >
          <Plus size={18} aria-hidden />
          {isOver ? texts.dropNow : texts.add}
        </ChooseFile>
        <p className="min-w-0 flex-1 basis-60 text-13 text-ink-3">{texts.limits}</p>
      </div>
    </div>
  )
}

/** What to say of two copies: one picture of it, and the whole of it. */
function shownState({ previewState, proofState }: DeliveryFile): DeliveryFile['previewState'] {
  const states = new Set([previewState, proofState])
  return (['waiting', 'ready', 'failed'] as const).find((one) => states.has(one)) ?? 'none'
}

interface UploadedFileProps {
  file: DeliveryFile
  onRemove: () => void
}

/** An uploaded file that waits to be delivered. */
function UploadedFile({ file, onRemove }: UploadedFileProps) {
  const { kind, fileName, preview } = file
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
          {texts.previewOf[shownState(file)]}
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
