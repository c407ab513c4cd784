import { texts } from './ai-texts.ts'
import { Part, Points } from './part.tsx'

/** What Plinth does against AI training, what that can't do, and under which terms work is shown. */
export const AiPage = () => (
  <div className="page limits">
    <h1 className="display text-44 text-ink">{texts.title}</h1>
    <p className="limits-lead text-18">{texts.lead}</p>
    {texts.parts.map((part) => (
      <Part key={part.title} title={part.title}>
        <p className="mt-4 max-w-[70ch] text-16">{part.lead}</p>
        <Points points={part.points} />
        {'note' in part && <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{part.note}</p>}
      </Part>
    ))}
    <Part title={texts.licence.title} id="licence">
      <p className="mt-4 max-w-[70ch] text-16">{texts.licence.lead}</p>
      <Points points={texts.licence.points} />
    </Part>
  </div>
)
