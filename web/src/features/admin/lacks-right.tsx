import { RIGHTS, roleLabel, type Right } from '@plinth/contract/http/rights.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { texts } from './admin-texts.ts'

/** In place of a part of the admin page that the viewer's role may not open. Nothing is requested for it. */
export const LacksRight = ({ right }: { right: Right }) => {
  const role = useViewer()?.role ?? null
  return (
    <div className="mt-8 max-w-160">
      <EmptyState
        title={texts.lacks.title}
        line={texts.lacks.line(role === null ? '' : roleLabel(role), RIGHTS[right])}
      />
    </div>
  )
}
