import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { POST_SIZES } from '@plinth/contract/media/sizes.ts'
import type { Post, PostMedia } from '@plinth/contract/posts/posts.ts'
import { fullName } from '../../../lib/format/format.ts'
import { blurred } from '../../../lib/media/blurred.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { AltBadge } from '../../../ui/media/alt-badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useMotionButton } from '../../../ui/media/use-motion-button.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { PostMediaView } from './post-media.tsx'
import { texts } from '../posts-texts.ts'

const PictureViewer = lazy(async () => ({
  default: (await import('../../../ui/viewer/picture-viewer.tsx')).PictureViewer,
}))

/** The files of a post on its own page: large, with their alternative texts and a viewer for details. */
export function PostPageMedia({ post }: { post: Pick<Post, 'title' | 'creator' | 'media'> }) {
  const { moves, button } = useMotionButton(post.media.some(({ picture }) => picture.isAnimated))
  return (
    <PostMediaView
      post={post}
      sizes={POST_SIZES}
      priority
      className="page"
      moves={moves}
      blurred={blurred}
      renderFoot={(file, steps) => (
        <Foot
          post={post}
          file={file}
          motion={file.picture.isAnimated ? button : null}
          steps={steps}
        />
      )}
    />
  )
}

interface FootProps {
  post: Pick<Post, 'title' | 'creator'>
  file: PostMedia
  /** The button that plays and pauses an animated picture. */
  motion: ReactNode
  steps: ReactNode
}

/** The alternative text, the buttons to the other files, and the button for the viewer. */
function Foot({ post, file, motion, steps }: FootProps) {
  const [altShown, setAltShown] = useState(false)
  const [looking, setLooking] = useState(false)
  const altId = useId()
  const { picture, kind } = file
  const veiled = useVeiled(pictureSources(picture))
  const looks = kind === 'image' && picture.state !== 'failed' && !veiled
  const { creator } = post
  return (
    <>
      <div className="post-media-foot">
        <span className="post-media-marks">
          {picture.alt === '' ? null : (
            <AltBadge
              open={altShown}
              onToggle={() => setAltShown(!altShown)}
              controls={altId}
              className="alt-badge-quiet"
            />
          )}
          {motion}
        </span>
        {steps}
        <span className="post-media-closely">
          {looks ? (
            <Button variant="quiet" className="px-2" onClick={() => setLooking(true)}>
              <Maximize2 size={16} aria-hidden />
              {texts.media.lookClosely}
            </Button>
          ) : null}
        </span>
      </div>
      {altShown && picture.alt !== '' ? (
        <p
          id={altId}
          className="relative max-w-[64ch] mx-auto pb-6 text-center text-balance text-ink-2"
        >
          {picture.alt}
        </p>
      ) : null}
      {looking ? (
        <Suspense fallback={null}>
          <PictureViewer
            title={post.title}
            maker={{
              name: fullName(creator),
              src: creator.profileImageUrl,
              creator: creator.isCreator,
            }}
            picture={picture}
            onClose={() => setLooking(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
