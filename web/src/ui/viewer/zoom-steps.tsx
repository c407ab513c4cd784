import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../actions/icon-button.tsx'
import { viewerTexts } from './viewer-texts.ts'

interface ZoomStepsProps {
  /** 1 is one pixel of the picture on one of the screen. */
  zoom: number
  onStep: (direction: 1 | -1) => void
}

/** The buttons to zoom in and out, with the current zoom in percent between them. */
export const ZoomSteps = ({ zoom, onStep }: ZoomStepsProps) => (
  <>
    <IconButton name={viewerTexts.smaller} className="ml-3" onClick={() => onStep(-1)}>
      <Minus size={20} aria-hidden />
    </IconButton>
    <output className="tnum w-14 text-center text-14 text-ink">{Math.round(zoom * 100)}%</output>
    <IconButton name={viewerTexts.larger} onClick={() => onStep(1)}>
      <Plus size={20} aria-hidden />
    </IconButton>
  </>
)
