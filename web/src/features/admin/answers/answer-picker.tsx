import { useQuery } from '@tanstack/react-query'
import { fillAnswer, type Addressee } from '@plinth/contract/moderation/answers.ts'
import { Select } from '../../../ui/form/select.tsx'
import { useMay } from '../../session/use-may.ts'
import { answersQuery } from './answer-api.ts'
import { answerTexts as texts } from './answer-texts.ts'

interface AnswerPickerProps {
  text: string
  onText: (text: string) => void
  maxLength: number
  /** Who will read it, and about what. Null if it is for many: the server then fills it in for each. */
  addressee: Addressee | null
}

/** Adds a canned answer to what is written. Shows nothing while there is none. */
export function AnswerPicker({ text, onText, maxLength, addressee }: AnswerPickerProps) {
  const { data = [] } = useQuery({ ...answersQuery, enabled: useMay()('answers.use') })
  if (data.length === 0) return null
  return (
    <Select
      variant="quiet"
      className="justify-self-start"
      aria-label={texts.pick}
      placeholder={texts.pick}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={undefined}
      onValueChange={(id) => {
        const body = data.find((one) => one.id === id)?.body ?? ''
        const filled = addressee === null ? body : fillAnswer(body, addressee)
        const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
        onText(`${before}${filled}`.slice(0, maxLength))
      }}
    />
  )
}
