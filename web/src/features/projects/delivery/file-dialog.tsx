import './look.css'
import { lazy, Suspense, useState } from 'react'
import { proofPageUrl, type DeliveryFile, type Proof } from '@plinth/contract/projects/projects.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { isExpiredAt, isPicture } from './link-rules.ts'
import { texts } from './delivery-texts.ts'

const AudioPlayer = lazy(async () => ({
  default: (await import('../../../ui/media/audio-player.tsx')).AudioPlayer,
}))
const ArchiveList = lazy(async () => ({
  default: (await import('../../../ui/viewer/archive-list.tsx')).ArchiveList,
}))
const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))

interface DeliveryFileDialogProps {
  file: DeliveryFile
  /** Called when the picture of a link cannot be loaded. */
  onFailed: () => void
  onClose: () => void
}

/**
 * Shows a file as large as the window allows, and as a whole: a film with its sound, every page, a sound to listen to.
 * What is not paid yet carries a watermark.
 */
export function DeliveryFileDialog({ file, onFailed, onClose }: DeliveryFileDialogProps) {
  // The address stays while the dialog is open, or a film would begin again with each new one.
  const [proof] = useState(file.proof)
  const description = descriptionOf(file, proof)
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={file.fileName}
      width="wide"
      className="delivery-look"
      {...(description === null ? {} : { description })}
    >
      <Suspense fallback={<p className="delivery-whole text-14 text-ink-3">{texts.opening}</p>}>
        {proof === null ? (
          <Still file={file} onFailed={onFailed} />
        ) : (
          <Whole file={file} proof={proof} onFailed={onFailed} />
        )}
      </Suspense>
    </Dialog>
  )
}

/** What differs from the file itself. */
function descriptionOf({ kind, url }: DeliveryFile, proof: Proof | null): string | null {
  if (proof?.archive) return null
  const mark = url === null ? (proof?.sound ? texts.marked : texts.watermarked) : null
  if (kind !== 'document') return mark
  return [texts.textAlone, mark].filter(Boolean).join(' ')
}

interface WholeProps {
  file: DeliveryFile
  proof: Proof
  onFailed: () => void
}

function Whole({ file, proof: { film, sound, pages, archive }, onFailed }: WholeProps) {
  const { fileName, preview } = file
  if (film !== null)
    return (
      <div className="delivery-whole delivery-film">
        <Video
          src={film.url}
          poster={preview?.url ?? ''}
          label={fileName}
          width={film.width}
          height={film.height}
          durationMs={film.durationMs}
          hasSound={film.hasSound}
        />
      </div>
    )
  if (sound !== null)
    return (
      <div className="delivery-whole">
        <AudioPlayer
          src={sound.url}
          label={fileName}
          durationMs={sound.durationMs}
          peaks={peaksOf(sound)}
        />
      </div>
    )
  if (archive !== null)
    return (
      <div className="delivery-whole">
        <ArchiveList title={fileName} archive={archive} />
      </div>
    )
  if (pages === null) return <Still file={file} onFailed={onFailed} />
  return (
    <>
      <ol className="delivery-pages" aria-label={texts.pages(fileName)}>
        {pages.sizes.map(({ width, height }, at) => (
          <li key={proofPageUrl(pages.url, at + 1)}>
            <img
              src={proofPageUrl(pages.url, at + 1)}
              alt={texts.page(at + 1, pages.all)}
              width={width}
              height={height}
              loading="lazy"
              onError={onFailed}
            />
            <p className="tnum text-13 text-ink-3" aria-hidden>
              {texts.page(at + 1, pages.all)}
            </p>
          </li>
        ))}
      </ol>
      {pages.all > pages.sizes.length ? (
        <p className="text-14 text-ink-2 mt-4">{texts.firstPages(pages.sizes.length, pages.all)}</p>
      ) : null}
    </>
  )
}

/** One picture: the file itself if the viewer has it and their browser reads it, otherwise its preview. */
function Still({ file, onFailed }: { file: DeliveryFile; onFailed: () => void }) {
  const [isUnread, setUnread] = useState(false)
  const { preview, fileName } = file
  const original = isPicture(file) && !isUnread ? file.url : null
  if (preview === null) return null
  const failed = () => {
    // This browser cannot read the format, for example TIFF, so the preview is shown.
    if (original !== null && !isExpiredAt(original, Date.now())) setUnread(true)
    else onFailed()
  }
  return (
    <img
      src={original ?? preview.url}
      alt={original === null ? preview.alt : fileName}
      width={preview.width}
      height={preview.height}
      onError={failed}
    />
  )
}
