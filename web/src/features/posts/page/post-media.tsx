import './post-media.css'
import { clsx } from 'clsx'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Post, PostMedia } from '@plinth/contract/posts/posts.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { stepOf } from '../../../lib/browser/keys.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { Video } from '../../../ui/media/video.tsx'
import { isViewable } from '../card/post-card-rules.ts'
import { FilePlaceholder } from '../card/file-placeholder.tsx'
import { Steps, useSwipe } from './post-media-steps.tsx'
import { texts } from '../posts-texts.ts'

interface PostMediaViewProps {
  post: Pick<Post, 'title' | 'media'>
  /** How wide a file is shown, as in an image's `sizes`. */
  sizes: string
  /** The largest image of the first screen. */
  priority?: boolean
  /** Videos play automatically, without sound, while this is set. */
  autoplay?: boolean
  /**
   * `natural`: each file in its own proportions on a ledge, no higher than `--media-height`.
   * `stand`: whole, at the bottom of the given box. `fill`: the same, but on phones it fills the box.
   */
  fit?: 'natural' | 'stand' | 'fill'
  /** Whether animated pictures play. */
  moves?: boolean | undefined
  /** The blurred placeholder of a large picture. */
  blurred?: (picture: PostMedia['picture']) => CSSProperties
  /** Replaces the buttons under the ledge; it receives them as `steps`. */
  renderFoot?: (file: PostMedia, steps: ReactNode) => ReactNode
  className?: string
}

/** The files of a post, one at a time. Nothing covers a picture. */
export function PostMediaView({
  post,
  sizes,
  priority = false,
  autoplay = false,
  fit = 'natural',
  moves,
  blurred,
  renderFoot,
  className,
}: PostMediaViewProps) {
  const { title, media } = post
  const [index, setIndex] = useState(0)
  const at = Math.min(index, media.length - 1)
  const file = media[at]
  const next = media[at + 1]
  const several = media.length > 1
  usePreloaded(next, sizes)

  const step = (by: 1 | -1) => setIndex(Math.min(Math.max(0, at + by), media.length - 1))
  const box = useRef<HTMLDivElement>(null)
  useStepKeys(box, (by) => step(by))
  const swipe = useSwipe((direction) => step(direction))
  if (!file) return null
  const steps = several ? <Steps at={at} all={media.length} onStep={step} /> : null
  return (
    <div
      ref={box}
      role="group"
      aria-label={texts.media.label(title)}
      data-fit={fit}
      className={clsx('post-media', className)}
      {...(several ? swipe : {})}
    >
      {/* As high as the highest file, so that the page does not move between files. */}
      <div className="post-media-stage" style={ratioStyle('--lowest', lowestRatio(media))}>
        <div
          key={file.picture.id}
          className="post-media-file relative"
          style={
            {
              ...ratioStyle('--ar', ratioOf(file.picture)),
              '--natural': `${file.picture.width}px`,
            } as CSSProperties
          }
        >
          <OneFile
            file={file}
            title={title}
            sizes={sizes}
            // Somebody who goes to the next file is waiting for it.
            priority={priority || at > 0}
            autoplay={autoplay}
            moves={moves}
            backdrop={blurred?.(file.picture)}
          />
        </div>
      </div>
      {fit === 'natural' ? (
        <>
          <Ledge glow={40} />
          {renderFoot ? renderFoot(file, steps) : steps}
        </>
      ) : (
        steps
      )}
    </div>
  )
}

/** Handles ← and → while something in the box has the focus. */
function useStepKeys(box: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = stepOf(event)
    if (direction === null) return
    event.preventDefault()
    onStep(direction === 'next' ? 1 : -1)
  })
  useEffect(() => {
    const element = box.current
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [box])
}

const ratioStyle = (name: `--${string}`, ratio: number) => ({ [name]: ratio }) as CSSProperties
const lowestRatio = (media: readonly PostMedia[]) =>
  Math.min(...media.map(({ picture }) => ratioOf(picture)))

function OneFile({
  file,
  title,
  sizes,
  priority,
  autoplay,
  moves,
  backdrop,
}: {
  file: PostMedia
  title: string
  sizes: string
  priority: boolean
  autoplay: boolean
  moves: boolean | undefined
  backdrop: CSSProperties | undefined
}) {
  const { kind, picture, video, failure } = file
  const alt = picture.alt === '' ? title : picture.alt
  const sources = pictureSources(picture)
  const veiled = useVeiled(sources)
  // The poster of a video that cannot be played would look like a picture.
  const isUnplayable = kind === 'video' && !video?.url
  if (failure !== null || !isViewable(file) || isUnplayable) {
    return <FilePlaceholder file={file} worded />
  }
  if (video?.url && !veiled) {
    return (
      <Video
        src={video.url}
        poster={sources.src}
        label={texts.media.film(alt)}
        width={picture.width}
        height={picture.height}
        durationMs={video.durationMs}
        hasSound={video.hasSound}
        captions={video.captionsUrl}
        autoPlay={autoplay}
        loop={autoplay}
      />
    )
  }
  return (
    <Picture
      picture={sources}
      alt={alt}
      sizes={sizes}
      priority={priority}
      moves={moves}
      canReveal
      {...(backdrop ? { style: backdrop } : {})}
    />
  )
}

/** Preloads the next file. */
function usePreloaded(file: PostMedia | undefined, sizes: string) {
  useEffect(() => {
    if (!file || file.picture.renditions.length === 0 || file.picture.isSensitive === true) return
    const image = new Image()
    image.sizes = sizes
    const { avif, webp, isAnimated } = pictureSources(file.picture)
    image.srcset = isAnimated ? webp : avif
  }, [file, sizes])
}
