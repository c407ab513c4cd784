import './stage.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { proofPageUrl } from '@plinth/contract/projects/projects.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { texts } from '../proof-texts.ts'
import { Scene } from './picture-stage.tsx'
import { STILL, type StageProps } from './stage.ts'
import { useKeptLink } from './use-kept-link.ts'

/** A document page by page. */
export function PageStage({ version, layer, tools, moment, onMoment, goTo, onFailed }: StageProps) {
  const pages = version.proof?.pages
  const src = useKeptLink(pages?.url ?? '')
  const count = pages?.sizes.length ?? 0
  const page = moment.page ?? 1
  const show = (next: number) => {
    if (next >= 1 && next <= count && next !== page) onMoment({ ...STILL, page: next })
  }
  const begin = useEffectEvent(() => {
    if (moment.page === null) onMoment({ ...STILL, page: 1 })
  })
  useEffect(() => begin(), [])
  const follow = useEffectEvent((to: number) => show(to))
  useEffect(() => {
    if (goTo?.page != null) follow(goTo.page)
  }, [goTo])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    show(page + (event.key === 'PageDown' ? 1 : -1))
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const size = pages?.sizes[page - 1]
  if (pages == null || size === undefined) return null
  return (
    <>
      <Scene ratio={size.width / size.height}>
        <img
          key={page}
          src={proofPageUrl(src, page)}
          alt={texts.room.page(page, pages.all)}
          width={size.width}
          height={size.height}
          onError={onFailed}
        />
        {layer}
      </Scene>
      <div className="proof-tools">
        {tools}
        {version.kind === 'document' ? (
          <p className="text-13 text-ink-3">{texts.room.textAlone}</p>
        ) : null}
        <div className="proof-paging">
          <IconButton
            name={texts.room.previousPage}
            disabled={page === 1}
            onClick={() => show(page - 1)}
          >
            <ChevronLeft size={20} aria-hidden />
          </IconButton>
          <span className="tnum text-14 text-ink-2" aria-live="polite">
            {texts.room.page(page, pages.all)}
          </span>
          <IconButton
            name={texts.room.nextPage}
            disabled={page === count}
            onClick={() => show(page + 1)}
          >
            <ChevronRight size={20} aria-hidden />
          </IconButton>
        </div>
      </div>
    </>
  )
}
