import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { restorePortfolio, type UnshownWork } from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { fromPrice } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceBox } from '../../../ui/form/choice-box.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { showCallError } from '../../session/unauthorized.ts'
import { refreshStates } from './drafts-cache.ts'
import { draftsTexts as texts } from './drafts-texts.ts'

interface DraftRowProps {
  one: UnshownWork
  chosen: Chosen
  onEdit: () => void
}

/** What is special about it: its time, what happens to its file, or that it was taken down. */
function factOf({ work, publishAt, deletedAt }: UnshownWork): string | null {
  if (publishAt !== null) return texts.publishes(publishAt)
  if (deletedAt !== null) return texts.deletes(deletedAt)
  if (work.isTakenDown) return texts.takenDown
  if (work.picture.state === 'failed') return texts.unprepared
  return work.picture.state === 'ready' ? null : texts.preparing
}

/** One work that only its creator sees. */
export function DraftRow({ one, chosen, onEdit }: DraftRowProps) {
  const { work } = one
  const fact = factOf(one)
  return (
    <li className="drafts-row" data-chosen={chosen.has(work.id) || undefined}>
      <ChoiceBox id={work.id} name={work.title} chosen={chosen} />
      <span className="drafts-picture" aria-hidden>
        <Picture
          picture={pictureSources(work.picture)}
          alt=""
          sizes="120px"
          className="drafts-image"
          style={{ aspectRatio: `${work.picture.width} / ${work.picture.height}` }}
        />
        <Ledge glow={12} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to="/portfolio/$id"
          params={{ id: work.id }}
          className="hit text-16 font-semibold wrap-anywhere text-ink hover:underline"
        >
          {work.title}
        </Link>
        <p className="tnum text-14 text-ink-3">
          {`${work.category.name}, ${work.startingPrice === null ? texts.onInquiry : fromPrice(work.startingPrice)}`}
        </p>
        {fact === null ? null : <p className="tnum text-14 text-ink-2">{fact}</p>}
      </div>
      {work.state === 'binned' ? (
        <RestoreButton id={work.id} title={work.title} />
      ) : (
        <Button aria-label={texts.editOne(work.title)} onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
    </li>
  )
}

function RestoreButton({ id, title }: { id: string; title: string }) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => call(restorePortfolio, { params: { id } }),
    onSuccess: async () => {
      toast({ title: texts.done.restore(1), description: title })
      await refreshStates(client)
    },
    onError: (error) => showCallError(error, texts.failed, texts.sendFailed),
  })
  return (
    <Button
      aria-label={texts.restoreOne(title)}
      busy={restore.isPending && `${texts.acts.restore}...`}
      onClick={() => restore.mutate()}
    >
      {texts.acts.restore}
    </Button>
  )
}
