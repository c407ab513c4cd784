import './briefs.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Brief, BriefForm } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_LENGTH, MAX_DELIVERY_DAYS } from '@plinth/contract/limits.ts'
import { BUDGETS, TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { count, fullName } from '../../../lib/format/format.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { briefFormQuery, keepDraft, send } from './brief-api.ts'
import { BriefCreators } from './brief-creators.tsx'
import {
  briefProblems,
  budgetOf,
  draftOf,
  referencesOf,
  startOf,
  timelineOf,
  type BriefFields,
} from './brief-fields.ts'
import { BriefPaper } from './brief-paper.tsx'
import { BriefReferences } from './brief-references.tsx'
import { composeTexts as texts, paperTexts } from './brief-texts.ts'

const Dialog = lazy(async () => ({
  default: (await import('../../../ui/overlay/dialog.tsx')).Dialog,
}))

/** Who writes, as the paper names them. */
interface Writer {
  id: string
  firstName: string
  lastName: string
  location: string | null
}

interface BriefComposeProps {
  boardId: string
  viewer: Writer
}

/** Asks a few creators for something like what is on a board. */
export function BriefCompose({ boardId, viewer }: BriefComposeProps) {
  const query = useQuery(briefFormQuery(boardId))
  return (
    <QueryView query={query} skeleton={<ComposeSkeleton />} failed={texts.failed}>
      {(form) => <Compose key={boardId} given={form} viewer={viewer} />}
    </QueryView>
  )
}

function Compose({ given, viewer }: { given: BriefForm; viewer: Writer }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // A newer answer would take away what somebody is choosing from.
  const [{ board, items, itemCount, creators: suggested, draft: kept }] = useState(given)
  const [start] = useState(() => startOf(given))
  const [found, setFound] = useState<BriefForm['creators']>([])
  const [isPreviewing, setPreviewing] = useState(false)
  const [days] = useState(() => ({ first: dayAhead(0), last: dayAhead(MAX_DELIVERY_DAYS) }))
  const creators = [...suggested, ...found]
  const id = board.id
  const toBoard = { to: '/boards/$id', params: { id } } as const
  const form = useDraftForm<BriefFields, Brief>({
    empty: start,
    // What was typed here goes on from the draft that it began with.
    draft: useDraft<BriefFields>({
      name: `brief.${id}.${kept?.savedAt ?? 'new'}`,
      owner: viewer.id,
      empty: start,
    }),
    once: 'content',
    check: briefProblems,
    send: (fields, clientId) => {
      const budget = budgetOf(fields)
      const timeline = timelineOf(fields)
      if (budget === undefined || timeline === undefined) throw new Error('not checked')
      return send(client, id, { ...draftOf(known(fields)), budget, timeline, clientId })
    },
    onSent: (brief) => {
      const isSent = brief.answers.every(({ state }) => state !== 'unsent' && state !== 'held')
      if (isSent) toast({ title: texts.sent(brief.answers.length), variant: 'success' })
      return navigate({
        to: '/boards/$id/$part/{-$briefId}',
        params: { id, part: 'briefs', briefId: brief.id },
        replace: true,
      })
    },
  })
  const keeping = useSendOnce({
    send: (fields: BriefFields) => keepDraft(id, draftOf(known(fields))),
    onSent: () => {
      form.end()
      toast({ title: texts.kept, description: texts.keptLine, variant: 'success' })
      return navigate(toBoard)
    },
    onFailed: (error, fields) => {
      if (!isUnauthorized(error))
        showFailure(sentenceOf(error, texts.keepFailed), () => keeping.send(fields))
    },
  })
  /** People found by name are gone after a reload, and things may leave the board. */
  const known = (fields: BriefFields): BriefFields => ({
    ...fields,
    itemIds: fields.itemIds.filter((one) => items.some((item) => item.id === one)),
    creatorIds: fields.creatorIds.filter((one) => creators.some(({ person }) => person.id === one)),
  })
  const fields = known(form.fields)
  const { control, errors, error } = form
  const set = <Name extends 'itemIds' | 'creatorIds' | 'sendsNotes'>(
    name: Name,
    value: BriefFields[Name],
  ) => {
    form.form.setValue(name, value as never, { shouldDirty: true })
    form.form.clearErrors(name)
  }
  const reader = creators.find(({ person }) => person.id === fields.creatorIds[0])?.person
  const paper = (
    <BriefPaper
      title={board.title}
      from={paperTexts.from(fullName(viewer), viewer.location)}
      references={referencesOf(items, fields)}
      readerId={reader?.id}
      content={fields.content}
      budget={fields.budget}
      timeline={fields.timeline}
      neededBy={fields.neededBy}
      others={Math.max(0, fields.creatorIds.length - 1)}
    />
  )
  return (
    <>
      <Link {...toBoard} className="brief-back">
        <ChevronLeft size={18} aria-hidden />
        <span className="min-w-0 truncate">{board.title}</span>
      </Link>
      <form noValidate className="brief-layout" onSubmit={form.submit}>
        <div className="min-w-0">
          <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
          <p className="mt-2 max-w-160 text-16 text-ink-2">{texts.intro}</p>
          <BriefReferences
            viewerId={viewer.id}
            items={items}
            itemCount={itemCount}
            chosen={fields.itemIds}
            onChoose={(ids) => set('itemIds', ids)}
            sendsNotes={fields.sendsNotes}
            onSendsNotes={(sendsNotes) => set('sendsNotes', sendsNotes)}
            error={errors.itemIds?.message}
          />
          <div className="brief-part grid gap-6">
            <FormField
              control={control}
              name="content"
              label={texts.content}
              hint={
                <span className="brief-hint">
                  <span>{texts.contentHint}</span>
                  <span className="tnum">
                    {`${count(fields.content.length)} of ${count(MAX_BRIEF_LENGTH)}`}
                  </span>
                </span>
              }
              required
            >
              {(aria, field) => (
                <TextArea {...aria} {...field} rows={5} maxLength={MAX_BRIEF_LENGTH} />
              )}
            </FormField>
            <div className="brief-pair">
              <FormField control={control} name="budget" label={texts.budget} required>
                {(aria) => (
                  <Select
                    {...aria}
                    options={BUDGETS.map((value) => ({ value, label: value }))}
                    value={budgetOf(fields)}
                    placeholder={texts.choose}
                    onValueChange={(budget) => {
                      form.form.setValue('budget', budget, { shouldDirty: true })
                      form.form.clearErrors('budget')
                    }}
                  />
                )}
              </FormField>
              <FormField control={control} name="neededBy" label={texts.neededBy} optional>
                {(aria, field) => (
                  <DateInput {...aria} {...field} min={days.first} max={days.last} />
                )}
              </FormField>
            </div>
            <Controller
              control={control}
              name="timeline"
              render={({ field: { onChange }, fieldState }) => (
                <Choices
                  label={texts.timeline}
                  options={TIMELINES}
                  value={timelineOf(fields)}
                  onValueChange={onChange}
                  placeholder={texts.choose}
                  error={fieldState.error?.message}
                  required
                />
              )}
            />
          </div>
          <BriefCreators
            viewerId={viewer.id}
            creators={creators}
            chosen={fields.creatorIds}
            onChoose={(ids) => set('creatorIds', ids)}
            onFound={(creator) => setFound([...found, creator])}
            error={errors.creatorIds?.message}
          />
        </div>
        <aside className="brief-aside">
          <div className="brief-preview">
            <h2 className="mb-4 text-14 text-ink-3">{texts.preview(reader?.firstName)}</h2>
            {paper}
          </div>
          <Button className="brief-see" onClick={() => setPreviewing(true)}>
            {texts.seePreview}
          </Button>
          <p className="brief-promise text-14 text-ink-2">{texts.terms}</p>
          {error === null ? null : (
            <div className="mb-4">
              <ErrorText text={sentenceOf(error, texts.sendFailed)} />
            </div>
          )}
          <div className="grid gap-2">
            <Button
              type="submit"
              variant="primary"
              size={52}
              busy={form.isSending && texts.sending}
            >
              {texts.send(fields.creatorIds.length)}
            </Button>
            <Button
              size={52}
              busy={keeping.isSending && texts.keeping}
              onClick={() => keeping.send(fields)}
            >
              {texts.keep}
            </Button>
          </div>
        </aside>
      </form>
      <OnceOpened open={isPreviewing}>
        <Dialog
          open={isPreviewing}
          onOpenChange={setPreviewing}
          title={texts.preview(reader?.firstName)}
          width="narrow"
        >
          <div className="mt-6">{paper}</div>
        </Dialog>
      </OnceOpened>
    </>
  )
}

const ComposeSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="h-11 w-2/5" />
    <Skeleton className="mt-4 mb-10 h-6 w-3/5" />
    <Skeleton className="h-30 w-full max-w-200" />
    <Skeleton className="mt-10 h-40 w-full max-w-200" />
  </div>
)
