import { lazyRouteComponent } from '@tanstack/react-router'
import { Controller } from 'react-hook-form'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { ANY_KIND, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { prepareChecker } from '../../../lib/forms/contract.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { hasUnsent, isMoving, isUnderway } from '../../../lib/uploads/upload-state.ts'
import { useRestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { useProcessing } from '../../../lib/uploads/use-processing.ts'
import { useUnfinished } from '../../../lib/uploads/use-unfinished.ts'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { dismissToast, showError } from '../../../ui/feedback/toast.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import { Button } from '../../../ui/actions/button.tsx'
import type { Viewer } from '../../session/session-api.ts'
import { AltField, WorkFields } from '../form/work-fields.tsx'
import {
  createBodyOf,
  EMPTY_FORM,
  isEmptyForm,
  withDefaults,
  WORK_DRAFT,
  type WorkForm,
} from '../form/work-form.ts'
import { createProblems } from '../form/work-rules.ts'
import { useSuggestions } from './use-suggestions.ts'
import { uploadTexts } from './upload-texts.ts'
import { UploadWell } from './upload-well.tsx'
import { useUpload } from './use-upload.ts'

// Most people choose a file.
const AddressFields = lazyRouteComponent(() => import('./address-fields.tsx'), 'AddressFields')

interface UploadFormProps {
  viewer: Viewer
  /** Whether leaving now would lose something. */
  onUnsent: (unsent: boolean) => void
  /** Called when the work is published. The server shows it to everybody once its file is ready. */
  onDone: (work: PortfolioItem) => void
  /** Called with several files, or a folder of them, which go elsewhere. */
  onSeveral: (files: readonly File[]) => void
}

const refuse = (what: 'missing' | 'notHere') =>
  showError(uploadTexts[`${what}Title`], uploadTexts[what])

type Source = Pick<WorkForm, 'fileUrl' | 'fileName'>
const isSource = ({ fileUrl, fileName }: Source) => fileUrl.trim() !== '' && fileName.trim() !== ''

export function UploadForm({ viewer, onUnsent, onDone, onSeveral }: UploadFormProps) {
  const { id: viewerId } = viewer
  const draft = useDraft<WorkForm>({ ...WORK_DRAFT, owner: viewerId, isPerTab: true })
  const [drafted] = useState(draft.saved)
  const [byUrl, setByUrl] = useState((drafted?.fields.fileUrl ?? '') !== '')
  const sending = useUpload(viewerId)
  const { state } = sending
  const kept = state.phase === 'uploaded' ? state.media : undefined
  const restored = useRestoredFiles(drafted?.files ?? [], { onFound: sending.restore })
  const isSettled = restored !== null
  const sourceOf = ({ fileUrl, fileName }: WorkForm): Source =>
    byUrl ? { fileUrl, fileName } : { fileUrl: kept?.url ?? '', fileName: kept?.fileName ?? '' }
  /** Whether the form was sent to be kept as a draft. */
  const asDraft = useRef(false)
  const [savesDraft, setSavesDraft] = useState(false)
  const work = useDraftForm<WorkForm, PortfolioItem>({
    empty: EMPTY_FORM,
    draft,
    files: kept === undefined ? [] : [{ id: kept.id, alt: '' }],
    isSettled,
    check: (typed) => createProblems(withDefaults(typed, viewer), byUrl),
    prepare: prepareChecker,
    isReady: (typed) => isSource(sourceOf(typed)),
    send: (typed) =>
      call(createPortfolio, {
        body: {
          ...createBodyOf({ ...withDefaults(typed, viewer), ...sourceOf(typed) }),
          ...(asDraft.current ? { state: 'draft', alsoPost: false } : {}),
          // Only an upload's kind is known before the server has read the file.
          fileType: byUrl ? undefined : kept?.kind,
        },
      }),
    onSent: (published) => {
      sending.release()
      onDone(published)
    },
    onFailed: (error) =>
      showError(uploadTexts.failedTitle, sentenceOf(error, uploadTexts.sendFailed)),
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
  // The toast about the missing file; the field stays marked after it is dismissed.
  const [missed, setMissed] = useState<string | null>(null)
  const isPublished = work.isSent
  const making = useProcessing(kept?.id, kept)

  const unsent = !isPublished && (!isEmptyForm(values) || hasUnsent(state))
  const tell = useEffectEvent(onUnsent)
  useEffect(() => tell(unsent), [unsent])

  const takeFiles = (files: FileList) => {
    const [first] = files
    if (!first || isPublished || work.isSending) return
    if (files.length > 1) {
      onSeveral([...files])
      return
    }
    setByUrl(false)
    dropUnfinished(fileFingerprint(first), { forget: false })
    upload.choose(first)
    if (refusalOf(first, ANY_KIND) === null) suggestions.fromFile(first.name)
  }
  const isDraggedOver = useDroppedFiles(takeFiles)

  const isFileMissed = missed !== null && !byUrl && state.phase === 'empty'
  const hasFile = hasSource || (!byUrl && isUnderway(state))
  useEffect(() => {
    // The file is there now, so the message that it is missing would be wrong.
    if (hasFile && missed !== null) dismissToast(missed)
  }, [hasFile, missed])
  const busy =
    ((isPublished || work.isSending) &&
      (savesDraft ? uploadTexts.savingDraft : uploadTexts.publishing)) ||
    (!byUrl && isMoving(state) && uploadTexts.uploading)

  const submit = (element: HTMLFormElement, isDraft: boolean) => {
    if (busy !== false) return
    if (!hasSource && hasFile) {
      refuse('notHere')
      return
    }
    if (!hasSource) setMissed(refuse('missing'))
    asDraft.current = isDraft
    setSavesDraft(isDraft)
    // Without a file this still marks the other errors.
    work.submitFrom(element)
  }

  return (
    <form
      noValidate
      className="form-dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget, false)
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
        <Suspense>
          <AddressFields control={form.control} onAddress={suggestions.fromAddress} />
        </Suspense>
      ) : (
        <UploadWell
          upload={upload}
          making={making}
          unfinished={unfinished[0]}
          isDraggedOver={isDraggedOver}
          isPublished={isPublished}
          isMissed={isFileMissed}
          onFiles={takeFiles}
          onSeveral={onSeveral}
          onForget={(mark) => dropUnfinished(mark, { forget: true })}
        />
      )}
      <AltField
        control={form.control}
        hint={uploadTexts.altHints[byUrl ? 'image' : (upload.looks?.kind ?? 'image')]}
      />
      <WorkFields
        control={form.control}
        defaults={viewer}
        titleHint={
          values.title !== '' && values.title === suggestions.given.title
            ? uploadTexts.titleHint
            : undefined
        }
      />
      <Controller
        control={form.control}
        name="alsoPost"
        render={({ field }) => (
          <CheckRow
            label={uploadTexts.alsoPost}
            note={uploadTexts.alsoPostNote}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <UploadFooter busy={busy} onDraft={(element) => submit(element, true)} />
    </form>
  )
}

interface UploadFooterProps {
  busy: string | false
  onDraft: (form: HTMLFormElement) => void
}

/** Accepted files, the link to all limits, and the buttons that send the form. */
const UploadFooter = ({ busy, onDraft }: UploadFooterProps) => (
  <div className="form-dialog-foot">
    <p className="text-14 text-ink-3">
      {uploadTexts.accepted} {/* In a tab of its own: the form must not be left. */}
      <a href="/limits" target="_blank" rel="noopener" className="text-link hit whitespace-nowrap">
        {sendingTexts.allLimits}
      </a>
    </p>
    <span className="flex flex-wrap justify-end gap-3">
      <Button
        disabled={busy !== false}
        onClick={({ currentTarget }) => {
          if (currentTarget.form !== null) onDraft(currentTarget.form)
        }}
      >
        {uploadTexts.saveDraft}
      </Button>
      <Button type="submit" variant="primary" className="min-w-28" busy={busy}>
        {uploadTexts.publish}
      </Button>
    </span>
  </div>
)
