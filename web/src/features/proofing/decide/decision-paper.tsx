import './decide.css'
import { clsx } from 'clsx'
import { approvalUrl } from '@plinth/contract/projects/project-calls.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { decideTexts } from './decide-texts.ts'
import { paperOf, type Paper, type PaperAct } from './paper-rules.ts'

interface DecisionPaperProps {
  project: Project
  /** All marks of the room. */
  marks: readonly ProofMark[]
  onAct: (act: PaperAct, offer: Paper['offer']) => void
}

/** What approving and asking for a change cost, and the buttons with the same sums. On phones it stays at the foot. */
export function DecisionPaper({ project, marks, onAct }: DecisionPaperProps) {
  const paper = paperOf(project, marks)
  if (paper === null) return null
  const { title, aside, lines, note, acts, offer } = paper
  const isFoot = acts.some(({ act }) => act === 'complete')
  return (
    <section aria-label={title} className={clsx('decide', isFoot && 'decide-foot')}>
      <div className="decide-paper">
        <div className="decide-head">
          <h2 className="display text-20 text-paper-ink">{title}</h2>
          {aside === '' ? null : <p className="tnum">{aside}</p>}
        </div>
        {lines.length === 0 ? null : (
          <dl className="decide-lines">
            {lines.map(({ what, short, value }) => (
              <div key={what}>
                <dt>
                  <span className="decide-long">{what}</span>
                  <span className="decide-short">{short}</span>
                </dt>
                <dd className="tnum">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {note === '' ? null : <p className="decide-note">{note}</p>}
        {project.approval === null ? null : (
          <a href={approvalUrl(project.id)} download className="decide-record">
            {decideTexts.paper.record}
          </a>
        )}
      </div>
      {acts.length === 0 ? null : (
        <div className="decide-acts">
          {acts.map(({ act, words }) => (
            <Button
              key={act}
              size={52}
              variant={act === 'complete' ? 'primary' : 'secondary'}
              onClick={() => onAct(act, offer)}
            >
              <span className="tnum">{words}</span>
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
