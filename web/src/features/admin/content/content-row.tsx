import { Pencil, Trash2 } from 'lucide-react'
import { agoInWords } from '../../../lib/format/ago.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import type { ContentItem } from './content-rules.ts'
import { useMay } from '../../session/use-may.ts'
import { contentTexts as texts } from './content-texts.ts'
import { useModeration, usePutBack } from './use-moderation.ts'

interface ContentRowProps {
  /** The checkbox; null for staff who may only look. */
  choice: ReactNode
  item: ContentItem
  isOpen: boolean
  now: number
  onOpen: () => void
  onRemove: () => void
}

/** One row of the list. Clicking it opens the review; the most likely action has a button at its end. */
export function ContentRow({ choice, item, isOpen, now, onOpen, onRemove }: ContentRowProps) {
  const { title, files, creator, category, createdAt } = item
  const [file] = files
  const mayDelete = useMay()('content.delete')
  const ago = agoInWords(createdAt, now)
  return (
    <li className="admin-row" data-open={isOpen ? '' : undefined}>
      <span className="flex flex-1 items-center min-w-0 max-tablet:basis-full">
        {choice}
        <button
          type="button"
          className="flex flex-1 items-center gap-5 min-w-0 min-h-20 py-2 pr-0 pl-1.25 text-left max-tablet:gap-2.5"
          aria-current={isOpen || undefined}
          onClick={onOpen}
        >
          <span className="admin-row-face grid flex-none place-items-center w-20 h-16 max-tablet:w-12">
            {file === undefined ? null : (
              <Picture picture={pictureSources(file.picture)} sizes="80px" alt="" />
            )}
          </span>
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-y-1 gap-x-2 text-ink wrap-anywhere">
              <span className="work-title">{title}</span>
              <Marks item={item} />
            </span>
            <span className="text-14 block mt-1 text-ink-3">
              <span className="text-ink">{fullName(creator)}</span>
              {category === null ? null : `, ${category}`}, {texts.sent(lower(ago))}
            </span>
          </span>
        </button>
      </span>
      <span className="admin-row-acts">
        <NextAct item={item} />
        <IconButton name={texts.edit(title)} onClick={onOpen}>
          <Pencil size={20} aria-hidden />
        </IconButton>
        {mayDelete ? (
          <IconButton name={texts.remove(title)} className="text-danger!" onClick={onRemove}>
            <Trash2 size={20} aria-hidden />
          </IconButton>
        ) : null}
      </span>
    </li>
  )
}

/** The most likely action. Something taken down can't be featured, so it has none. */
function NextAct({ item }: { item: ContentItem }) {
  const { title, isPending, isFeatured, takenDown } = item
  const { moderate, isBusy } = useModeration(item)
  const { putBack, isPuttingBack } = usePutBack(item)
  const isWaiting = isBusy || isPuttingBack
  const word = isPending ? texts.approve : isFeatured ? texts.unfeature : texts.feature
  return (
    <Button
      aria-disabled={isWaiting || undefined}
      onClick={() => {
        if (isWaiting) return
        if (takenDown !== null) putBack()
        else moderate(isPending ? { isApproved: true } : { isFeatured: !isFeatured })
      }}
    >
      {takenDown === null ? word : texts.putBack}
      <span className="sr-only"> {title}</span>
    </Button>
  )
}

/** `Just now` within a sentence; a day keeps its month's capital. */
const lower = (ago: string) => (/^[JY]/.test(ago) && !/\d/.test(ago) ? ago.toLowerCase() : ago)

const Marks = ({
  item: { isPending, isFeatured, isPrivate, reportCount, takenDown },
}: {
  item: ContentItem
}) => (
  <>
    {isPending ? <Badge kind="pending" /> : null}
    {isFeatured ? <Badge kind="featured" /> : null}
    {takenDown === null ? null : <Badge kind="danger">{texts.takenDown}</Badge>}
    {reportCount === 0 ? null : <Badge kind="danger">{texts.reports(reportCount)}</Badge>}
    {isPrivate ? <span className="text-13 text-ink-3">{texts.private}</span> : null}
  </>
)
