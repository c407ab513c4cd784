import { useQueryClient } from '@tanstack/react-query'
import { createSeries, type Series } from '@plinth/contract/portfolios/series.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { rereadWall } from './arrange-cache.ts'
import { seriesTexts as texts } from './arrange-texts.ts'
import type { SeriesDialogsProps } from './acts.ts'
import { checkWords, readWords, SeriesFields, type SeriesWords } from './series-fields.tsx'

const EMPTY: SeriesWords = { title: '', description: '' }

/** Names a series of the chosen works. */
export function NewSeries({
  ids,
  viewerId,
  onClose,
  onMade,
}: SeriesDialogsProps & { ids: readonly string[] }) {
  const client = useQueryClient()
  const form = useDraftForm<SeriesWords, Series>({
    empty: EMPTY,
    draft: useDraft<SeriesWords>({
      name: 'series.new',
      owner: viewerId,
      empty: EMPTY,
      readFields: readWords(EMPTY),
    }),
    check: checkWords,
    send: ({ title, description }, key) =>
      call(createSeries, {
        body: { title: title.trim(), description: description.trim(), workIds: [...ids] },
        idempotencyKey: key,
      }),
    onSent: ({ title }) => {
      onClose()
      onMade()
      toast({ title: texts.created(title), variant: 'success' })
      void rereadWall(client)
    },
  })
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={form.submit}>
      <SeriesFields control={form.control} />
      {form.error === null || form.errors.title !== undefined ? null : (
        <ErrorText text={sentenceOf(form.error, texts.createFailed)} />
      )}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.isSending && texts.creating}>
          {texts.create}
        </Button>
      </DialogFooter>
    </form>
  )
}
