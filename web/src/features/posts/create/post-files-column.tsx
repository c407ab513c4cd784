import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { MAX_POST_MEDIA } from '@plinth/contract/limits.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { isRefused, freePlaces, type UploadFile, mediaOf } from '../../../lib/uploads/files.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { acceptOf, PICTURES_AND_VIDEOS } from '../../../lib/uploads/file-rules.ts'
import { useProcessing } from '../../../lib/uploads/use-processing.ts'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { texts } from './post-form-texts.ts'
import type { PostUploads } from './use-post-uploads.ts'

// Needed with the first file; preloaded while somebody chooses it.
const importRow = () => import('./post-file-row.tsx')
const FileRow = lazy(async () => ({ default: (await importRow()).FileRow }))
const importPreview = () => import('./post-file-preview.tsx')
const Preview = lazy(async () => ({ default: (await importPreview()).Preview }))
const importTools = () => import('./post-files-tools.tsx')
const FileTools = lazy(async () => ({ default: (await importTools()).FileTools }))
const UnfinishedFiles = lazy(async () => ({
  default: (await import('../../../ui/form/unfinished-files.tsx')).UnfinishedFiles,
}))

/** The post's files: the selected one large on the ledge, and all in order. The first is the cover. */
export function FileColumn({
  viewerId,
  uploads,
  locked,
}: {
  viewerId: string
  uploads: PostUploads
  locked: boolean
}) {
  const { files } = uploads
  useEffect(() => void Promise.all([importRow(), importPreview(), importTools()]), [])
  const [chosen, setChosen] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const sound = files.filter((file) => !isRefused(file))
  const shown = sound.find(({ key }) => key === chosen) ?? sound[0]
  const at = shown === undefined ? 0 : sound.indexOf(shown) + 1

  const take = (list: FileList) => {
    if (locked) return
    const first = uploads.choose(list).find(({ file }) => file !== null)
    if (first) setChosen(first.key)
  }
  const isDraggedOver = useDroppedFiles(take)
  const move = (file: UploadFile, by: -1 | 1) => {
    if (at + by < 1 || at + by > sound.length) return
    uploads.move(file.key, by)
    setAnnouncement(texts.files.moved(file.name, at + by, sound.length))
  }
  const describe = async (file: UploadFile) => {
    try {
      await uploads.saveAlt(file)
    } catch (error) {
      showError(texts.files.altFailed, sentenceOf(error, texts.create.failed))
    }
  }
  return (
    <div className="post-files">
      <Stage file={shown} isDraggedOver={isDraggedOver} onFiles={take} />
      {shown === undefined ? null : (
        <Suspense fallback={<div className="h-12" />}>
          <FileTools
            file={shown}
            at={at}
            all={sound.length}
            onMove={(by) => move(shown, by)}
            onDescribe={(alt) => uploads.describe(shown.key, alt)}
            onDescribed={() => void describe(shown)}
          />
        </Suspense>
      )}
      {files.length === 0 ? null : (
        <Suspense fallback={null}>
          <ul aria-label={texts.files.label} className="flex flex-col gap-2">
            {files.map((file) => (
              <FileRow
                key={file.key}
                file={file}
                renderFace={(media) => <Preview file={file} media={media} />}
                isSelected={file === shown}
                onSelect={() => setChosen(file.key)}
                onRemove={() => uploads.remove(file)}
                onPause={() => uploads.pause(file)}
                onGoOn={() => uploads.goOn(file.key)}
              />
            ))}
          </ul>
        </Suspense>
      )}
      <Suspense fallback={null}>
        <UnfinishedFiles
          viewerId={viewerId}
          place="post"
          chosen={files.map(({ file }) => file && fileFingerprint(file))}
        />
      </Suspense>
      {freePlaces(files, MAX_POST_MEDIA) === 0 ? null : (
        <ChooseFile
          accept={ACCEPTED}
          multiple
          className={buttonVariants({ className: 'self-start' })}
          onFiles={take}
        >
          <Plus size={18} aria-hidden />
          {texts.files.add}
        </ChooseFile>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

const ACCEPTED = acceptOf(PICTURES_AND_VIDEOS)

interface StageProps {
  file: UploadFile | undefined
  isDraggedOver: boolean
  onFiles: (files: FileList) => void
}

/** The selected file large on its ledge, or an empty place to drop one. */
const Stage = ({ file, isDraggedOver, onFiles }: StageProps) => (
  <div className="post-stage-well" data-over={isDraggedOver || undefined}>
    <div className="post-stage">
      {file === undefined ? (
        <>
          <p className="text-14 text-ink-2">
            {isDraggedOver ? (
              texts.files.dropNow
            ) : (
              <>
                {/* Where there is neither a mouse nor a keyboard, files are only chosen. */}
                <span className="pointer-coarse:hidden">{texts.files.drop} </span>
                <ChooseFile accept={ACCEPTED} multiple className="text-link hit" onFiles={onFiles}>
                  <span className="pointer-coarse:hidden">{texts.files.choose}</span>
                  <span className="hidden pointer-coarse:inline">{texts.files.chooseOnly}</span>
                </ChooseFile>
              </>
            )}
          </p>
          <div className="post-outline" aria-hidden />
        </>
      ) : (
        <Suspense>
          <SelectedFile key={file.key} file={file} />
        </Suspense>
      )}
    </div>
    <Ledge glow={30} />
  </div>
)

function SelectedFile({ file }: { file: UploadFile }) {
  const kept = mediaOf(file)
  const { media } = useProcessing(kept?.id, kept)
  return <Preview file={file} media={media} playable />
}
