import { useEffect, useEffectEvent } from 'react'
import { pictureSources } from '../../../../../lib/media/sources.ts'
import { isProcessing } from '../../../../../lib/uploads/upload-state.ts'
import { useProcessing } from '../../../../../lib/uploads/use-processing.ts'
import { PlainPicture } from '../../../../../ui/media/plain-picture.tsx'
import { fileTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

/** The picture of a file of a block, also while it is prepared. */
export function ShotPicture({ mediaId, sizes }: { mediaId: string; sizes: string }) {
  const { files } = useOpenStudio()
  const file = files[mediaId]
  if (file === undefined) return <p className="editor-missing text-14">{texts.gone}</p>
  const { picture } = file
  if (picture.state === 'ready')
    return (
      <PlainPicture
        picture={pictureSources(picture)}
        alt={picture.alt}
        sizes={sizes}
        moves={false}
        className="pointer-events-none select-none"
      />
    )
  return <Preparing mediaId={mediaId} />
}

function Preparing({ mediaId }: { mediaId: string }) {
  const { files, state } = useOpenStudio()
  const { media, isLost, isRetrying, retry } = useProcessing(mediaId, undefined)
  const isDone = media !== undefined && !isProcessing(media)
  const arrive = useEffectEvent(() => {
    if (media !== undefined) state.putFile(media)
  })
  const isReady = media?.picture.state === 'ready'
  useEffect(() => {
    if (isReady) arrive()
  }, [isReady])
  const picture = files[mediaId]?.picture
  const hasFailed = isLost || (isDone && !isReady)
  return (
    <div
      className="editor-preparing text-13 text-ink-3"
      style={picture === undefined ? {} : { aspectRatio: `${picture.width} / ${picture.height}` }}
    >
      {hasFailed && !isRetrying ? (
        <p role="alert" className="text-danger">
          {media?.failure ?? texts.failed}{' '}
          <button type="button" className="text-link hit" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      ) : (
        <p role="status">{texts.preparing}</p>
      )}
    </div>
  )
}
