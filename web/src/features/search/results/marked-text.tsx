import { marked } from './result-rules.ts'

/** A text whose parts that match the words are heavier. */
export const MarkedText = ({ text, words }: { text: string; words: string }) =>
  marked(text, words).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      <strong key={index} className="font-semibold text-ink">
        {part}
      </strong>
    ) : (
      part
    ),
  )
