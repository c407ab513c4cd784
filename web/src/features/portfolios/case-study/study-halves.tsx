import './study-halves.css'
import { ChevronsLeftRight } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { COMPARED_SIZES } from './study-media.tsx'
import { texts } from './study-texts.ts'

type Framed = Parameters<typeof pictureSources>[0]

/** One picture over the other, cut at the handle. Arrow keys move it; two buttons show one of them whole. */
export function Halves({ before, after, label }: { before: Framed; after: Framed; label: string }) {
  const [share, setShare] = useState(50)
  const sources = { before: pictureSources(before), after: pictureSources(after) }
  const isVeiled = [useVeiled(sources.before), useVeiled(sources.after)].includes(true)
  const style = { '--at': `${share}%`, aspectRatio: ratioOf(after) } as CSSProperties
  if (isVeiled)
    return (
      <div className="relative">
        <Picture
          picture={sources.before.isSensitive === true ? sources.before : sources.after}
          sizes={COMPARED_SIZES}
          canReveal
        />
      </div>
    )
  return (
    <div className="study-halves" style={style}>
      <Picture picture={sources.after} sizes={COMPARED_SIZES} fit="cover" className="study-half" />
      <div className="study-before">
        <Picture
          picture={sources.before}
          sizes={COMPARED_SIZES}
          fit="cover"
          className="study-half"
        />
      </div>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={texts.compared(share)}
        min={0}
        max={100}
        step={1}
        value={share}
        onChange={(event) => setShare(Number(event.target.value))}
      />
      <span className="study-handle" aria-hidden>
        <span>
          <ChevronsLeftRight size={18} />
        </span>
      </span>
      <p className="study-whole">
        <Button onClick={() => setShare(100)}>{texts.showBefore}</Button>
        <Button onClick={() => setShare(0)}>{texts.showAfter}</Button>
      </p>
    </div>
  )
}
