import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { MAX_POST_MEDIA } from '@plinth/contract/limits.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { isRefused, freePlaces, type UploadFile } from '../../../lib/uploads/files.ts'
import { buttonLook } from '../../../ui/actions/button-look.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Preview } from './post-files-preview.tsx'
import { ACCEPTED, Stage } from './post-files-stage.tsx'
import { texts } from './post-form-texts.ts'
import type { PostUploads } from './post-uploads.ts'

// Needed with the first file, and fetched before somebody has found one.
const importRow = () => import('./post-files-list.tsx')
const FileRow = lazy(async () => ({ default: (await importRow()).FileRow }))
const importTools = () => import('./post-files-tools.tsx')
const FileTools = lazy(async () => ({ default: (await importTools()).FileTools }))
const UnfinishedFiles = lazy(async () => ({
  default: (await import('../../../ui/form/unfinished-files.tsx')).UnfinishedFiles,
}))

/** The files of the post: one large on the ledge, all of them in their order, the first its cover. */
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
  useEffect(() => void Promise.all([importRow(), importTools()]), [])
  const [chosen, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
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
    setSaid(texts.files.moved(file.name, at + by, sound.length))
  }
  const describe = async (file: UploadFile) => {
    try {
      await uploads.keepAlt(file)
    } catch (error) {
      toast({
        title: texts.files.altFailed,
        description: sentenceOf(error, texts.create.failed),
        variant: 'destructive',
      })
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
          className={buttonLook({ className: 'self-start' })}
          onFiles={take}
        >
          <Plus size={18} aria-hidden />
          {texts.files.add}
        </ChooseFile>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}
