import { acceptOf, PICTURES_AND_VIDEOS } from '../../../lib/uploads/file-rules.ts'
import { mediaOf, type UploadFile } from '../../../lib/uploads/files.ts'
import { useProcessing } from '../../../lib/uploads/use-processing.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Preview } from './post-files-preview.tsx'
import { texts } from './post-form-texts.ts'

export const ACCEPTED = acceptOf(PICTURES_AND_VIDEOS)

interface StageProps {
  file: UploadFile | undefined
  isDraggedOver: boolean
  onFiles: (files: FileList) => void
}

/** The chosen file large on its ledge, or the place where one would stand. */
export const Stage = ({ file, isDraggedOver, onFiles }: StageProps) => (
  <div className="post-stage-well" data-over={isDraggedOver || undefined}>
    <div className="post-stage">
      {file === undefined ? (
        <>
          <p className="text-14 text-ink-2">
            {isDraggedOver ? (
              texts.files.dropNow
            ) : (
              <>
                {texts.files.drop}{' '}
                <ChooseFile accept={ACCEPTED} multiple className="text-link hit" onFiles={onFiles}>
                  {texts.files.choose}
                </ChooseFile>
              </>
            )}
          </p>
          <div className="post-outline" aria-hidden />
        </>
      ) : (
        <StandingFile key={file.key} file={file} />
      )}
    </div>
    <Ledge glow={30} />
  </div>
)

function StandingFile({ file }: { file: UploadFile }) {
  const kept = mediaOf(file)
  const { media } = useProcessing(kept?.id, kept)
  return <Preview file={file} media={media} playable />
}
