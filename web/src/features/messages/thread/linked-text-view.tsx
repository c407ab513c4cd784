import { clsx } from 'clsx'
import { linkedParts } from './linked-text.ts'

/** What somebody wrote: lines as they were broken, web addresses as links that say where they lead. */
export const LinkedText = ({ text, className }: { text: string; className?: string }) => (
  <p className={clsx('linked-text', className)}>
    {linkedParts(text).map((part, index) =>
      part.href === undefined ? (
        part.text
      ) : (
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      ),
    )}
  </p>
)
