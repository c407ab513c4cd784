import { Eye, EyeOff, MapPin, MoveUpRight, Pencil, SquareDashed } from 'lucide-react'
import { texts } from '../proof-texts.ts'
import type { Tool } from './mark-rules.ts'

const TOOLS = [
  { tool: 'point', Icon: MapPin },
  { tool: 'box', Icon: SquareDashed },
  { tool: 'arrow', Icon: MoveUpRight },
  { tool: 'line', Icon: Pencil },
] as const satisfies { tool: Tool; Icon: unknown }[]

interface ToolBarProps {
  tool: Tool | null
  onTool: (tool: Tool | null) => void
  isHidden: boolean
  onHidden: (isHidden: boolean) => void
  /** Whether the viewer may write in this room. */
  canDraw: boolean
}

/** What the next press on the picture draws, and whether marks are seen. */
export function ToolBar({ tool, onTool, isHidden, onHidden, canDraw }: ToolBarProps) {
  return (
    <div role="group" aria-label={texts.tools.all} className="proof-tool-bar">
      {canDraw
        ? TOOLS.map(({ tool: one, Icon }) => (
            <button
              key={one}
              type="button"
              className="proof-tool"
              aria-label={texts.tools[one]}
              aria-pressed={one === tool}
              onClick={() => onTool(one === tool ? null : one)}
            >
              <Icon size={18} aria-hidden />
              <span aria-hidden>{texts.tools[one]}</span>
            </button>
          ))
        : null}
      {canDraw ? <span className="proof-tool-line" aria-hidden /> : null}
      <button
        type="button"
        className="proof-tool"
        aria-label={isHidden ? texts.tools.show : texts.tools.hide}
        onClick={() => onHidden(!isHidden)}
      >
        {isHidden ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        <span aria-hidden>{texts.tools.marks}</span>
      </button>
    </div>
  )
}
