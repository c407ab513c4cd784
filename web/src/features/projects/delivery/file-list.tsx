import './delivery.css'
import { File, FileAudio, FileText, Film, Image, Download, Lock } from 'lucide-react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { lazy, Suspense, useState, type CSSProperties, type MouseEvent, useRef } from 'react'
import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { bytes, clock } from '../../../lib/format/format.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { texts } from './delivery-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readAgain } from '../../../lib/cache/writes.ts'
import { showFailure } from '../../../ui/feedback/toast.ts'
import { isExpiredAt } from './link-rules.ts'
import { projectQuery } from '../project-api.ts'

/** The icons of files without a preview. */
export const ICONS = {
  image: Image,
  video: Film,
  audio: FileAudio,
  pdf: FileText,
  document: FileText,
  other: File,
} as const satisfies Record<DeliveryFile['kind'], unknown>

const PagesViewer = lazy(async () => ({
  default: (await import('../../../ui/viewer/pages-viewer.tsx')).PagesViewer,
}))
const DeliveryFileDialog = lazy(async () => ({
  default: (await import('./file-dialog.tsx')).DeliveryFileDialog,
}))

interface DeliveryFilesProps {
  projectId: string
  deliveryId: string
  files: readonly DeliveryFile[]
  /** Not handed over to the viewer yet. */
  isLocked: boolean
  /** Of a finished project: larger, on lit ledges. */
  isLit?: boolean
}

/** The files of a delivery in a row, with pictures where they exist. Each can be downloaded once it is handed over. */
export function DeliveryFiles({
  projectId,
  deliveryId,
  files,
  isLocked,
  isLit = false,
}: DeliveryFilesProps) {
  const links = useCurrentLinks(projectId)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const shown = files.find(({ id }) => id === lookedAt)
  const canReach = files.some(({ preview, proof, url }) => (preview ?? proof ?? url) !== null)
  const hasAll = !isLocked && files.length > 1 && files.every(({ url }) => url !== null)
  return (
    <>
      <ul
        aria-label={texts.delivered}
        className="delivery-line"
        data-lit={isLit ? '' : undefined}
        // If nothing inside can be focused, the list can, so that the keyboard can scroll it.
        {...(canReach ? {} : { tabIndex: 0 })}
      >
        {files.map((file) => (
          <li key={file.id} style={ratioOf(file)}>
            <Face
              file={file}
              onLook={() => setLookedAt(file.id)}
              onFailed={links.onPictureFailed}
            />
            <Foot
              file={file}
              isLocked={isLocked}
              onDownload={(event) => links.onDownload(event, file)}
            />
          </li>
        ))}
      </ul>
      {hasAll ? (
        <a
          href={deliveryArchiveUrl(projectId, deliveryId)}
          download
          className={buttonVariants({ variant: 'secondary', className: 'mt-4' })}
        >
          <Download size={18} aria-hidden />
          {texts.downloadAll(bytes(files.reduce((sum, file) => sum + file.bytes, 0)))}
        </a>
      ) : null}
      {shown === undefined ? null : shown.kind === 'pdf' && shown.url !== null ? (
        <Suspense fallback={null}>
          <PagesViewer
            key={shown.id}
            title={shown.fileName}
            url={shown.url}
            onClose={() => setLookedAt(null)}
          />
        </Suspense>
      ) : (
        <Suspense fallback={null}>
          <DeliveryFileDialog
            key={shown.id}
            file={shown}
            onFailed={links.onPictureFailed}
            onClose={() => setLookedAt(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const ratioOf = ({ preview }: DeliveryFile) =>
  ({ '--ar': preview === null ? 0.8 : preview.width / preview.height }) as CSSProperties

/** How long it takes, or how many pages it has. */
const CHIP =
  'tnum absolute bottom-0 left-0 flex items-center gap-1.5 rounded-badge bg-surface-1 px-2 text-13 text-ink'

function chipOf({ proof, proofState }: DeliveryFile): string | null {
  if (proofState === 'waiting') return texts.making
  const played = proof?.film ?? proof?.sound
  if (played) return clock(played.durationMs / 1_000)
  if (proof?.archive) return texts.fileCount(proof.archive.all)
  return proof?.pages && proof.pages.all > 1 ? texts.pageCount(proof.pages.all) : null
}

/** What pressing it does. */
function nameOf({ kind, fileName, proof, url }: DeliveryFile): string {
  if (kind === 'audio') return texts.listen(fileName)
  if (kind === 'video' && proof !== null) return texts.watch(fileName)
  const isRead = proof?.pages != null || (kind === 'pdf' && url !== null)
  return isRead ? texts.read(fileName) : texts.open(fileName)
}

interface FaceProps {
  file: DeliveryFile
  onLook: () => void
  onFailed: () => void
}

function Face({ file, onLook, onFailed }: FaceProps) {
  const { kind, preview, previewState, proof, proofState } = file
  const Icon = ICONS[kind]
  const isMaking = previewState === 'waiting' || proofState === 'waiting'
  const chip = chipOf(file)
  if (preview === null && proof === null) {
    return (
      <div className="delivery-face flex flex-col items-center justify-center gap-2 w-full h-(--face) bg-surface-2 text-ink-3 text-center focus-visible:outline-offset-2">
        <Icon size={24} aria-hidden />
        {isMaking ? <span className="text-13">{texts.making}</span> : null}
      </div>
    )
  }
  return (
    <button
      type="button"
      className="delivery-face relative flex flex-col items-center justify-center gap-2 w-full h-(--face) bg-surface-2 text-ink-3 text-center focus-visible:outline-offset-2"
      aria-label={[nameOf(file), chip].filter(Boolean).join(', ')}
      onClick={onLook}
    >
      {preview === null ? (
        <Icon size={24} aria-hidden />
      ) : (
        <img
          src={preview.url}
          alt={preview.alt}
          width={preview.width}
          height={preview.height}
          onError={onFailed}
        />
      )}
      {chip === null ? null : <span className={CHIP}>{chip}</span>}
    </button>
  )
}

interface FootProps {
  file: DeliveryFile
  isLocked: boolean
  onDownload: (event: MouseEvent) => void
}

function Foot({ file, isLocked, onDownload }: FootProps) {
  const { fileName, url } = file
  const size = bytes(file.bytes)
  const words = (
    <>
      <span className="truncate text-ink-2" title={fileName}>
        {fileName}
      </span>
      <span className="tnum flex items-center gap-1.5 text-ink-3">
        {isLocked || url === null ? (
          <Lock size={13} role="img" aria-label={texts.locked} />
        ) : (
          <Download size={14} aria-hidden />
        )}
        {size}
      </span>
    </>
  )
  if (isLocked || url === null)
    return <p className="delivery-foot text-13 flex flex-col min-h-11 pt-1.5">{words}</p>
  return (
    <a
      href={url}
      download={fileName}
      className="delivery-foot text-13 flex flex-col min-h-11 pt-1.5"
      onClick={onDownload}
    >
      <span className="sr-only">{texts.download}</span>
      {words}
    </a>
  )
}

/** A picture that fails again within this time has another problem than its link. */
const RETRY_PAUSE_MS = 30_000

/** Links to files expire after some minutes. An expired link is replaced before it is used. */
function useCurrentLinks(projectId: string) {
  const client = useQueryClient()
  const failedAt = useRef(0)
  const readFiles = async () => {
    const project = await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })
    return project.deliveries.flatMap(({ files }) => files)
  }
  const downloadAgain = async (fileId: string): Promise<void> => {
    try {
      const url = (await readFiles()).find(({ id }) => id === fileId)?.url
      if (!url) throw new Error('no link')
      location.assign(url)
    } catch {
      showFailure(texts.gone, () => void downloadAgain(fileId))
    }
  }
  return {
    onDownload: (event: MouseEvent, { id, url }: DeliveryFile) => {
      if (url === null || !isExpiredAt(url, Date.now())) return
      event.preventDefault()
      void downloadAgain(id)
    },
    onPictureFailed: () => {
      if (Date.now() - failedAt.current < RETRY_PAUSE_MS) return
      failedAt.current = Date.now()
      void readAgain(client, [projectQuery(projectId)])
    },
  }
}
