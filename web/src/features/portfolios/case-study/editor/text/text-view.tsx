import type { Span, TextPart } from '@plinth/contract/portfolios/studies.ts'

/** A text as it is read. */
export const TextView = ({ parts }: { parts: readonly TextPart[] }) => (
  <div className="editor-text">
    {parts.map((part, at) =>
      part.kind === 'list' ? (
        <ul key={at}>
          {part.items.map((spans, place) => (
            <li key={place}>
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      ) : part.kind === 'heading' ? (
        <h2 key={at}>
          <Spans spans={part.spans} />
        </h2>
      ) : (
        <p key={at}>
          <Spans spans={part.spans} />
        </p>
      ),
    )}
  </div>
)

const Spans = ({ spans }: { spans: readonly Span[] }) =>
  spans.length === 0 ? (
    <br />
  ) : (
    spans.map(({ text, href }, at) =>
      href === undefined ? (
        <span key={at}>{text}</span>
      ) : (
        <a key={at} href={href} target="_blank" rel="noreferrer nofollow ugc">
          {text}
        </a>
      ),
    )
  )
