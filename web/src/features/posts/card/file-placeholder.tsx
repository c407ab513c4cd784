import '../post-parts.css'
import { Hourglass, TriangleAlert } from 'lucide-react'
import type { PostMedia } from '@plinth/contract/posts/posts.ts'
import { texts } from '../posts-texts.ts'

interface FilePlaceholderProps {
  file: Pick<PostMedia, 'failure' | 'picture'>
  /** With a text; on a wall the placard has it already. */
  worded?: boolean
}

/** Shown in place of a file that is not ready or failed. Only the author and admins see it. */
export const FilePlaceholder = ({
  file: { failure, picture },
  worded = false,
}: FilePlaceholderProps) => (
  <div
    className="flex flex-col items-center justify-center gap-1.5 w-full max-h-full p-6 bg-surface-1 text-ink-2 text-center"
    style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
  >
    {failure === null ? (
      <Hourglass size={20} aria-hidden />
    ) : (
      <TriangleAlert size={20} aria-hidden />
    )}
    {worded ? (
      <>
        <p className="font-semibold text-ink">{failure ?? texts.media.preparing}</p>
        {failure === null ? <p className="text-14">{texts.media.preparingLine}</p> : null}
      </>
    ) : null}
  </div>
)
