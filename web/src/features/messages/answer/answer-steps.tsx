import '../steps.css'
import { ChevronDown, ChevronUp, GripVertical, Plus, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { MAX_MILESTONES } from '@plinth/contract/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { emptyStep, type StepFields } from './answer-fields.ts'
import { useDraggedRow } from './use-dragged-row.ts'
import { answerTexts } from './answer-texts.ts'

const texts = answerTexts.quote.steps

/** The problems of a milestone. */
export interface StepProblems {
  title?: string | undefined
  due?: string | undefined
}

interface QuoteStepsProps {
  steps: readonly StepFields[]
  onSteps: (steps: StepFields[]) => void
  /** By position. */
  problems: readonly (StepProblems | undefined)[]
  /** The first and last possible dates. */
  min: string
  max: string
}

/** The milestones in order. A row can be moved by dragging or with its two arrow buttons. */
export function QuoteSteps({ steps, onSteps, problems, min, max }: QuoteStepsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const moveTo = (from: number, to: number) => {
    const step = steps[from]
    if (step === undefined) return
    onSteps(steps.toSpliced(from, 1).toSpliced(to, 0, step))
    setAnnouncement(texts.moved(step.title.trim(), to + 1, steps.length))
  }
  const change = (at: number, part: Partial<StepFields>) =>
    onSteps(steps.map((step, place) => (place === at ? { ...step, ...part } : step)))
  const drag = useDraggedRow(list, moveTo)

  /** Restores the focus, which a moved or removed row loses. */
  const focusRow = (at: number, part: string) =>
    requestAnimationFrame(() => {
      const row = list.current?.children[at] ?? list.current?.parentElement
      row?.querySelector<HTMLElement>(`[data-part=${part}]`)?.focus()
    })
  const moveBy = (at: number, by: 1 | -1) => {
    const to = at + by
    if (to < 0 || to >= steps.length) return
    moveTo(at, to)
    focusRow(to, by === 1 ? 'down' : 'up')
  }
  const drop = (at: number) => {
    onSteps(steps.toSpliced(at, 1))
    if (steps.length === 1) focusRow(0, 'add')
    else focusRow(Math.min(at, steps.length - 2), 'remove')
  }
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{texts.label}</legend>
      <p aria-hidden className="mb-2 flex justify-between gap-4 text-14">
        <span className="text-ink-3">
          <strong className="font-semibold text-ink">{texts.label}</strong>
          {texts.inOrder}
        </span>
        {steps.length === 0 ? null : (
          <span className="tnum text-ink-3">{texts.count(steps.length)}</span>
        )}
      </p>
      <ol ref={list} className="steps">
        {steps.map(({ key, title, due }, at) => (
          <li key={key} className="step" data-dragged={drag.at === at ? '' : undefined}>
            <span aria-hidden className="step-grip" onPointerDown={(event) => drag.take(event, at)}>
              <GripVertical size={18} />
            </span>
            <Field label={texts.title(at + 1)} labelHidden error={problems[at]?.title}>
              {(aria) => (
                <TextInput
                  {...aria}
                  data-part="title"
                  value={title}
                  onChange={(event) => change(at, { title: event.target.value })}
                  placeholder={texts.placeholder}
                  autoComplete="off"
                />
              )}
            </Field>
            <Field label={texts.due(at + 1)} labelHidden error={problems[at]?.due}>
              {(aria) => (
                <DateInput
                  {...aria}
                  min={min}
                  max={max}
                  value={due}
                  onChange={(event) => change(at, { due: event.target.value })}
                />
              )}
            </Field>
            <span className="step-moves">
              <RowButton
                name={texts.up(at + 1)}
                part="up"
                off={at === 0}
                onClick={() => moveBy(at, -1)}
              >
                <ChevronUp size={18} aria-hidden />
              </RowButton>
              <RowButton
                name={texts.down(at + 1)}
                part="down"
                off={at === steps.length - 1}
                onClick={() => moveBy(at, 1)}
              >
                <ChevronDown size={18} aria-hidden />
              </RowButton>
            </span>
            <RowButton name={texts.remove(at + 1)} part="remove" onClick={() => drop(at)}>
              <X size={18} aria-hidden />
            </RowButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {steps.length < MAX_MILESTONES ? (
        <Button
          data-part="add"
          onClick={() => {
            onSteps([...steps, emptyStep()])
            focusRow(steps.length, 'title')
          }}
        >
          <Plus size={18} aria-hidden />
          {texts.add}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface RowButtonProps {
  name: string
  /** Identifies the button when the focus is restored. */
  part: string
  off?: boolean
  onClick: () => void
  children: ReactNode
}

/** Unlike a disabled button, this one keeps the focus when it is off. */
const RowButton = ({ name, part, off = false, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    aria-label={name}
    aria-disabled={off || undefined}
    data-part={part}
    onClick={onClick}
    className="step-button"
  >
    {children}
  </button>
)
