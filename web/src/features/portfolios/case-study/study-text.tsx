import type { Span, TextPart } from '@plinth/contract/portfolios/studies.ts'

/** Headings, paragraphs and lists. Parts and words have no names of their own, and never move on a page. */
export const StudyText = ({ parts }: { parts: readonly TextPart[] }) => (
  <div className="study-text">
    {parts.map((part, index) => {
      if (part.kind === 'list')
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <ul key={index}>
            {part.items.map((item, nth) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={nth}>
                <Words spans={item} />
              </li>
            ))}
          </ul>
        )
      const Part = part.kind === 'heading' ? 'h2' : 'p'
      return (
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} className={part.kind === 'heading' ? 'study-heading' : undefined}>
          <Words spans={part.spans} />
        </Part>
      )
    })}
  </div>
)

const Words = ({ spans }: { spans: readonly Span[] }) =>
  spans.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={href} target="_blank" rel="ugc nofollow noopener" className="text-link">
        {text}
      </a>
    ),
  )
