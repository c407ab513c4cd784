import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import { updateRights } from '@plinth/contract/people/rights.ts'
import { updatePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { patchAnswer, putAnswer } from '../../../lib/cache/writes.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { FormField } from '../../../ui/form/form-field.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { viewerQuery } from '../../session/session-api.ts'
import { workQuery } from '../portfolio-api.ts'
import { patchWork, refreshAfter } from '../portfolio-cache.ts'
import { OriginIcon } from './origin-icon.tsx'
import { RightsBar } from './rights-bar.tsx'
import { bodyOf, changesOf, fieldsOf, problemsOf, type RightsFields } from './rights-form.ts'
import { RightsPreview } from './rights-preview.tsx'
import { rightsTexts as texts } from './rights-texts.ts'

interface RightsFormProps {
  work: PortfolioItem
  onSaved: () => void
}

/** The answers, what people see of them, and the bar that saves them. A draft survives a failed send and a reload. */
export function RightsForm({ work, onSaved }: RightsFormProps) {
  const client = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const [forNewWorks, setForNewWorks] = useState(false)
  const saved = fieldsOf(work)
  const draft = useDraft<RightsFields>({
    name: `rights-draft.${work.id}`,
    empty: saved,
    owner: work.creatorId,
    isPerTab: true,
  })
  const form = useDraftForm<RightsFields, PortfolioItem>({
    empty: saved,
    draft,
    check: problemsOf,
    send: (fields) => call(updatePortfolio, { params: { id: work.id }, body: bodyOf(fields) }),
    onSent: async (answer, fields) => {
      const isTaken = forNewWorks ? await takeForNewWorks(fields) : null
      toast({
        title: texts.saved,
        description: isTaken === null ? work.title : isTaken ? texts.savedToo : texts.tooFailed,
      })
      patchWork(client, work.id, () => answer)
      patchAnswer(client, workQuery(work.id), (one) => one && { ...one, ...answer })
      onSaved()
      await refreshAfter(client, { type: 'update', id: work.id })
    },
    onFailed: (error, { hasFieldErrors }) => {
      if (!hasFieldErrors) showError(texts.errorTitle, sentenceOf(error, texts.saveFailed))
    },
  })
  /** Whether new works start with these answers now. */
  const takeForNewWorks = async ({ origin, isReserved }: RightsFields): Promise<boolean> => {
    const body = { defaultOrigin: origin === '' ? null : origin, reservesTraining: isReserved }
    try {
      putAnswer(client, viewerQuery, await call(updateRights, { body }))
      return true
    } catch {
      return false
    }
  }
  const changed = form.isSent ? [] : changesOf(saved, form.fields)
  return (
    <div className="rights">
      <form
        ref={element}
        noValidate
        aria-label={texts.title}
        className="min-w-0"
        onSubmit={form.submit}
      >
        <OriginChoice control={form.control} isAssisted={form.fields.origin === 'ai_assisted'} />
        <ReservationChoice control={form.control} work={work} />
        <button type="submit" hidden>
          {texts.bar.save}
        </button>
      </form>
      <RightsPreview work={work} fields={form.fields} />
      <RightsBar
        changed={changed}
        isSaving={form.isSending}
        forNewWorks={forNewWorks}
        onForNewWorks={setForNewWorks}
        onDiscard={form.discard}
        onSave={() => {
          if (element.current !== null) form.submitFrom(element.current)
        }}
      />
      <LeaveGuard armed={changed.length > 0} {...texts.leave} onLeave={form.discard} />
    </div>
  )
}

interface FieldsProps {
  control: Control<RightsFields>
}

/** The five answers; the one for parts from a generator asks which. */
function OriginChoice({ control, isAssisted }: FieldsProps & { isAssisted: boolean }) {
  const id = useId()
  return (
    <>
      <Controller
        control={control}
        name="origin"
        render={({ field }) => (
          <fieldset aria-describedby={`${id}-line ${id}-note`} className="min-w-0">
            <legend className="display text-24 text-ink">{texts.made}</legend>
            <p id={`${id}-line`} className="mt-1.5 mb-4 text-16 text-ink-3">
              {texts.madeLine}
            </p>
            {ORIGINS.map(({ value, label, line }) => (
              <label key={value} htmlFor={`${id}-${value}`} className="rights-origin">
                <Tick
                  id={`${id}-${value}`}
                  type="radio"
                  name={id}
                  value={value}
                  checked={field.value === value}
                  onChange={() => field.onChange(value)}
                />
                <OriginIcon kind={value} />
                <span className="min-w-0">
                  <span className="block font-semibold text-ink">{label}</span>
                  <span className="block text-14 text-ink-2">{line}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      />
      {isAssisted ? (
        <FormField
          control={control}
          name="parts"
          label={texts.parts}
          hint={texts.partsHint}
          required
          className="mt-3 mb-5"
        >
          {(aria, field) => <TextArea {...aria} {...field} rows={2} />}
        </FormField>
      ) : null}
      <p id={`${id}-note`} className="mt-3 text-14 text-ink-3">
        {texts.madeNote}
      </p>
    </>
  )
}

function ReservationChoice({ control, work }: FieldsProps & Pick<RightsFormProps, 'work'>) {
  const id = useId()
  const isBehind = work.isReserved && work.isReservedInFiles === false
  return (
    <section className="rights-part">
      <div className="flex items-start justify-between gap-6">
        <label htmlFor={id} className="display text-24 text-ink">
          {texts.reserve}
        </label>
        <Controller
          control={control}
          name="isReserved"
          render={({ field }) => (
            <Switch
              id={id}
              aria-describedby={`${id}-line`}
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      </div>
      <div id={`${id}-line`} className="mt-2 text-16 text-ink-2">
        <p>{texts.reserveLine}</p>
        <p className="mt-3">
          <strong className="font-semibold text-ink">{texts.request}</strong>
          {texts.requestRest}
        </p>
      </div>
      {isBehind ? <p className="mt-3 text-14 text-ink-3">{texts.following}</p> : null}
    </section>
  )
}
