import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Star, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { WallEntry } from '@plinth/contract/portfolios/walls.ts'
import { deleteSeries, updateSeries, type Series } from '@plinth/contract/portfolios/series.ts'
import { behindAt } from '../../../lib/arrange/arrange-rules.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Endless } from '../../../ui/feedback/endless.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { ConfirmDialog, DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { arrangedSeriesQuery } from './arrange-api.ts'
import { markShownWall, rereadWall, rereadWithout } from './arrange-cache.ts'
import { entryTexts, seriesTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'
import type { SeriesDialogsProps } from './acts.ts'
import { checkWords, readWords, SeriesFields, type SeriesWords } from './series-fields.tsx'

type EditSeriesProps = SeriesDialogsProps & {
  one: ShownEntry
  series: NonNullable<WallEntry['series']>
}

/** Changes the words of a series, its cover and what is in it, or deletes it. */
export function EditSeries(props: EditSeriesProps) {
  const { one, series, viewerId, onClose } = props
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const empty: SeriesWords = { title: series.title, description: series.description }
  const changed = async () => {
    await Promise.all([rereadWall(client), markShownWall(client)])
  }
  const form = useDraftForm<SeriesWords, Series>({
    empty,
    draft: useDraft<SeriesWords>({
      name: `series.${one.id}`,
      owner: viewerId,
      empty,
      readFields: readWords(empty),
    }),
    check: checkWords,
    send: ({ title, description }, key) =>
      call(updateSeries, {
        params: { id: one.id },
        body: { title: title.trim(), description: description.trim() },
        idempotencyKey: key,
      }),
    onSent: () => {
      onClose()
      toast({ title: texts.saved, variant: 'success' })
      void changed()
    },
  })
  const deleting = useSendOnce({
    send: () => call(deleteSeries, { params: { id: one.id } }),
    onSent: () => {
      setAsking(false)
      onClose()
      toast({ title: texts.deleted, variant: 'success' })
      void rereadWithout(client)
      void markShownWall(client)
    },
    onFailed: (error) => {
      setAsking(false)
      if (!isUnauthorized(error)) showFailure(texts.deleteFailed, () => deleting.send(undefined))
    },
  })
  return (
    <>
      <form noValidate className="mt-6 grid gap-5" onSubmit={form.submit}>
        <SeriesFields control={form.control} />
        {form.error === null || form.errors.title !== undefined ? null : (
          <ErrorText text={sentenceOf(form.error, texts.saveFailed)} />
        )}
        <DialogFooter className="mt-1!">
          <Button variant="quiet-danger" onClick={() => setAsking(true)}>
            {texts.delete}
          </Button>
          <Button type="submit" variant="primary" busy={form.isSending && texts.saving}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
      <Works {...props} onChanged={changed} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.deleteTitle(series.title)}
        description={texts.deleteLine}
        keep={texts.keep}
        confirm={texts.delete}
        busy={deleting.isSending && texts.deleting}
        onConfirm={() => deleting.send(undefined)}
      />
    </>
  )
}

function Works({
  one,
  series,
  changes,
  onChanged,
}: EditSeriesProps & { onChanged: () => Promise<void> }) {
  const query = useInfiniteQuery(arrangedSeriesQuery(one.id))
  const covering = useSendOnce({
    send: (coverId: string) => call(updateSeries, { params: { id: one.id }, body: { coverId } }),
    onSent: onChanged,
    onFailed: (error, coverId) => {
      if (!isUnauthorized(error)) showFailure(texts.coverFailed, () => covering.send(coverId))
    },
  })
  return (
    <section aria-labelledby="series-works" className="mt-8">
      <h3 id="series-works" className="text-14 font-semibold text-ink">
        {texts.works}
      </h3>
      <QueryView
        query={query}
        skeleton={
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="mt-3 h-14 w-full" />
            <Skeleton className="mt-3 h-14 w-full" />
          </div>
        }
        failed={texts.failed}
      >
        {({ pages }) => {
          const works = pages.flatMap(({ items }) => items)
          const coverId = works.find(({ id }) => id === series.coverId)?.id ?? works[0]?.id
          return (
            <>
              {works.length === 0 ? (
                <p className="mt-2 text-14 text-ink-3">{texts.noWorks}</p>
              ) : (
                <ol className="arrange-list">
                  {works.map((work, place) => (
                    <WorkRow
                      key={work.id}
                      work={work}
                      isCover={work.id === coverId}
                      isFirst={place === 0}
                      isLast={place === works.length - 1}
                      onMove={(by) => changes.move(work.id, behindAt(works, work.id, place + by))}
                      onCover={() => covering.send(work.id)}
                      onTakeOut={() => changes.putInside(work.id, null)}
                    />
                  ))}
                </ol>
              )}
              <Endless query={query} failed={texts.failed} />
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

interface WorkRowProps {
  work: PortfolioItem
  isCover: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (by: number) => void
  onCover: () => void
  onTakeOut: () => void
}

function WorkRow({ work, isCover, isFirst, isLast, onMove, onCover, onTakeOut }: WorkRowProps) {
  const { title, picture } = work
  return (
    <li>
      <div className="arrange-thumb">
        <Picture picture={pictureSources(picture)} alt="" sizes="72px" fit="cover" />
      </div>
      <div className="min-w-0 flex-1">
        <h4 className="work-title text-16 text-ink wrap-anywhere">{title}</h4>
        {isCover ? <p className="text-13 text-ink-3">{texts.cover}</p> : null}
      </div>
      <div className="flex">
        <IconButton name={texts.coverOf(title)} disabled={isCover} onClick={onCover}>
          <Star size={20} className={isCover ? 'fill-current' : ''} aria-hidden />
        </IconButton>
        <IconButton name={entryTexts.up(title)} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp size={20} aria-hidden />
        </IconButton>
        <IconButton name={entryTexts.down(title)} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown size={20} aria-hidden />
        </IconButton>
        <IconButton name={texts.takeOut(title)} onClick={onTakeOut}>
          <Undo2 size={20} aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
