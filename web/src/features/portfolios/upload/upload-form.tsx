import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { ANY_KIND, refusalOf } from '../../../lib/uploads/file-refusal.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { markOf } from '../../../lib/uploads/upload-memory.ts'
import { hasUnsent, isMoving, isUnderway } from '../../../lib/uploads/upload-state.ts'
import { useRestoredFiles } from '../../../lib/uploads/restored-files.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { useMaking } from '../../../lib/uploads/use-making.ts'
import { useUnfinished } from '../../../lib/uploads/use-unfinished.ts'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { dismissToast, toast } from '../../../ui/feedback/toast.ts'
import { hangingQuery } from '../portfolio-api.ts'
import { refreshAfter } from '../portfolio-cache.ts'
import { UploadAddress } from './upload-address.tsx'
import { UploadFoot } from './upload-foot.tsx'
import { useSuggestions } from './upload-suggestions.ts'
import { uploadTexts } from './upload-texts.ts'
import { MakingStatus } from './upload-told.tsx'
import { UploadWell } from './upload-well.tsx'
import { useUpload } from './use-upload.ts'
import { AltField, FIELD_LABELS, WorkFields } from '../work/work-fields.tsx'
import {
  createBodyOf,
  createProblems,
  EMPTY_FORM,
  isEmptyForm,
  WORK_DRAFT,
  type WorkForm,
} from '../work/work-form.ts'

interface UploadFormProps {
  viewerId: string
  /** Whether leaving now would lose something. */
  onUnsent: (unsent: boolean) => void
  /** The work hangs. */
  onDone: (work: PortfolioItem) => void
}

const refuse = (what: 'missing' | 'notHere') =>
  toast({
    title: uploadTexts[`${what}Title`],
    description: uploadTexts[what],
    variant: 'destructive',
  })

type Source = Pick<WorkForm, 'fileUrl' | 'fileName'>
const isSource = ({ fileUrl, fileName }: Source) => fileUrl.trim() !== '' && fileName.trim() !== ''

/** Waits until a published work hangs for everybody. */
function useHanging(hung: PortfolioItem | null, onHangs: (work: PortfolioItem) => void) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...hangingQuery(hung?.id ?? ''),
    enabled: hung !== null && !hung.isListed,
  })
  const hangs = hung?.isListed === true || data?.isListed === true
  const tell = useEffectEvent(() => {
    if (hung !== null) onHangs(hung)
  })
  useEffect(() => {
    if (hangs) tell()
  }, [hangs])
  // Also when the dialog is shut before the sizes are made.
  const isHung = hung !== null
  useEffect(() => {
    if (!isHung) return
    return () => void refreshAfter(client, { type: 'create' })
  }, [client, isHung])
}

export function UploadForm({ viewerId, onUnsent, onDone }: UploadFormProps) {
  const draft = useDraft<WorkForm>({ ...WORK_DRAFT, owner: viewerId, isPerTab: true })
  const [drafted] = useState(draft.saved)
  const [byUrl, setByUrl] = useState((drafted?.fields.fileUrl ?? '') !== '')
  const sending = useUpload(viewerId)
  const { state } = sending
  const kept = state.phase === 'kept' ? state.media : undefined
  const restored = useRestoredFiles(drafted?.files ?? [], { onFound: sending.restore })
  const isSettled = restored !== null
  const sourceOf = ({ fileUrl, fileName }: WorkForm): Source =>
    byUrl ? { fileUrl, fileName } : { fileUrl: kept?.url ?? '', fileName: kept?.fileName ?? '' }
  const work = useDraftForm<WorkForm, PortfolioItem>({
    empty: EMPTY_FORM,
    draft,
    files: kept === undefined ? [] : [{ id: kept.id, alt: '' }],
    isSettled,
    labels: FIELD_LABELS,
    check: (typed) => createProblems(typed, byUrl),
    isContractChecked: true,
    isReady: (typed) => isSource(sourceOf(typed)),
    send: (typed) =>
      call(createPortfolio, {
        body: {
          ...createBodyOf({ ...typed, ...sourceOf(typed) }),
          // Where it is known before the server has looked.
          fileType: byUrl ? undefined : kept?.kind,
        },
      }),
    onSent: sending.release,
    onFailed: (error) =>
      toast({
        title: uploadTexts.failedTitle,
        description: sentenceOf(error, uploadTexts.sendFailed),
        variant: 'destructive',
      }),
  })
  const { form, fields: values } = work
  const hasSource = isSource(sourceOf(values))
  const suggestions = useSuggestions(form)
  const upload = {
    ...sending,
    clear: () => {
      sending.clear()
      suggestions.fromFile('')
    },
  }
  const { unfinished, drop: dropUnfinished } = useUnfinished(viewerId, 'work')
  // The message that something is missing; what it means stays marked.
  const [missed, setMissed] = useState<string | null>(null)
  const hung = work.answer ?? null
  const isHung = hung !== null
  const making = useMaking(hung?.picture.id ?? kept?.id, kept)

  const unsent = !isHung && (!isEmptyForm(values) || hasUnsent(state))
  const tell = useEffectEvent(onUnsent)
  useEffect(() => tell(unsent), [unsent])
  useHanging(hung, onDone)

  const takeFiles = (files: FileList) => {
    const [first] = files
    if (!first || isHung || work.isSending) return
    setByUrl(false)
    dropUnfinished(markOf(first), { forget: false })
    upload.choose(first)
    if (refusalOf(first, ANY_KIND) === null) suggestions.fromFile(first.name)
    if (files.length > 1) toast({ title: uploadTexts.title, description: uploadTexts.oneOnly })
  }
  const isDraggedOver = useDroppedFiles(takeFiles)

  const isFileMissed = missed !== null && !byUrl && state.phase === 'empty'
  const hasFile = hasSource || (!byUrl && isUnderway(state))
  useEffect(() => {
    // What was missing is there: its message would stand over what comes next.
    if (hasFile && missed !== null) dismissToast(missed)
  }, [hasFile, missed])
  const busy =
    (isHung && uploadTexts.waiting) ||
    (work.isSending && uploadTexts.publishing) ||
    (!byUrl && isMoving(state) && uploadTexts.uploading)

  return (
    <form
      noValidate
      className="form-dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy !== false) return
        if (!hasSource && hasFile) {
          refuse('notHere')
          return
        }
        if (!hasSource) setMissed(refuse('missing'))
        // Without a file it marks what else is wrong.
        work.submitFrom(event.currentTarget)
      }}
    >
      <div role="group" aria-label={uploadTexts.mode} className="flex gap-1">
        <FilterTab active={!byUrl} onClick={() => setByUrl(false)}>
          {uploadTexts.file}
        </FilterTab>
        <FilterTab active={byUrl} onClick={() => setByUrl(true)}>
          {uploadTexts.url}
        </FilterTab>
      </div>
      {drafted === null || !isSettled ? null : (
        <p role="status" className="text-13 text-ink-3">
          {drafted.fields.fileUrl === '' && state.phase === 'empty'
            ? uploadTexts.draftBack
            : uploadTexts.draftWhole}
        </p>
      )}
      {byUrl ? (
        <>
          <UploadAddress control={form.control} onAddress={suggestions.fromAddress} />
          {isHung ? <MakingStatus making={making} /> : null}
        </>
      ) : (
        <UploadWell
          upload={upload}
          making={making}
          unfinished={unfinished[0]}
          isDraggedOver={isDraggedOver}
          isHung={isHung}
          isMissed={isFileMissed}
          onFiles={takeFiles}
          onForget={(mark) => dropUnfinished(mark, { forget: true })}
        />
      )}
      <AltField
        control={form.control}
        hint={uploadTexts.altHints[byUrl ? 'image' : (upload.looks?.kind ?? 'image')]}
      />
      <WorkFields
        control={form.control}
        titleHint={
          values.title !== '' && values.title === suggestions.given.title
            ? uploadTexts.titleHint
            : undefined
        }
      />
      <UploadFoot busy={busy} />
    </form>
  )
}
