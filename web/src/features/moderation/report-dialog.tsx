import { useRouter } from '@tanstack/react-router'
import {
  MAX_REPORT_LENGTH,
  createReport,
  type ReportReason,
  reasonsFor,
  type ReportKind,
} from '@plinth/contract/moderation/moderation.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { openReport, type ReportTarget } from '../../lib/format/report-state.ts'
import { useDialogDraft } from '../../lib/forms/use-dialog-draft.ts'
import { Dialog, whenClosed } from '../../ui/overlay/dialog.tsx'
import { Tick } from '../../ui/form/tick.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { reportTexts as texts } from './moderation-texts.ts'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'

interface Written {
  reason: ReportReason | null
  text: string
}
const NOTHING: Written = { reason: null, text: '' }

/** Reports something. The draft stays until it is sent or something else is reported. */
export function ReportDialog({ target }: { target: ReportTarget | null }) {
  const { shown, written, setWritten, drop } = useDialogDraft(target, NOTHING)
  if (shown === null) return null
  const { kind, id, name } = shown
  return (
    <Dialog
      open={target !== null}
      onOpenChange={whenClosed(() => openReport(null))}
      title={texts.title(kind, name)}
      description={texts.line(kind, name)}
      width="narrow"
    >
      <ReportForm
        key={id}
        target={shown}
        written={written}
        onWrite={setWritten}
        onSent={() => {
          drop()
          openReport(null)
        }}
      />
    </Dialog>
  )
}

interface ReportFormProps {
  target: ReportTarget
  written: Written
  onWrite: (written: Written) => void
  onSent: () => void
}

function ReportForm({ target: { kind, id }, written, onWrite, onSent }: ReportFormProps) {
  const { reason, text } = written
  const router = useRouter()
  const sending = useSendOnce({
    send: (body: { reason: ReportReason; text: string }) =>
      call(createReport, { body: { kind, id, ...body } }),
    onSent: () => {
      toast({
        title: texts.sent,
        description: texts.sentLine,
        variant: 'success',
        action: {
          label: texts.addProof,
          onClick: () => void router.navigate({ to: '/cases/$kind/$id', params: { kind, id } }),
        },
      })
      onSent()
    },
  })
  const error = sending.error === null || isUnauthorized(sending.error) ? null : sending.error
  return (
    <ReasonForm
      lacksChoice={reason === null}
      note={text}
      onNote={(note) => onWrite({ reason, text: note })}
      label={texts.text}
      hint={texts.textHint}
      rows={4}
      maxLength={MAX_REPORT_LENGTH}
      tooLong={texts.tooLong}
      problem={error && `${texts.failed} ${sentenceOf(error, '')}`.trim()}
      send={texts.send}
      busy={sending.isSending && texts.sending}
      cancel={texts.cancel}
      onSend={() => {
        if (reason !== null) sending.send({ reason, text })
      }}
      onCancel={() => openReport(null)}
    >
      {(isAsked) => (
        <ReportReasons
          kind={kind}
          value={reason}
          isMissing={isAsked && reason === null}
          onChange={(chosen) => onWrite({ reason: chosen, text })}
        />
      )}
    </ReasonForm>
  )
}

interface ReportReasonsProps {
  kind: ReportKind
  value: ReportReason | null
  isMissing: boolean
  onChange: (reason: ReportReason) => void
}

/** The reasons as radio buttons. */
function ReportReasons({ kind, value, isMissing, onChange }: ReportReasonsProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={isMissing ? `${id}-note` : undefined}
      aria-invalid={isMissing || undefined}
      aria-required
      className="mb-1 min-w-0"
    >
      <legend className="mb-2 text-14 font-semibold text-ink">{texts.reason}</legend>
      {reasonsFor(kind).map(({ value: reason, label }) => (
        <label
          key={reason}
          className="flex items-center gap-3 min-h-11 -mx-3 px-3 rounded-control cursor-pointer hover:bg-surface-3 has-checked:text-ink"
        >
          <Tick
            type="radio"
            name={id}
            value={reason}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          {label}
        </label>
      ))}
      {isMissing ? (
        <p id={`${id}-note`} className="mt-2 flex items-start gap-1.5 text-13 text-danger">
          <TriangleAlert size={16} className="mt-px" aria-hidden />
          <span>{texts.reasonMissing}</span>
        </p>
      ) : null}
    </fieldset>
  )
}
