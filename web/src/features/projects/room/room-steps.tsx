import './room-steps.css'
import { clsx } from 'clsx'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { stepsOf } from './room-state.ts'
import { texts } from './room-texts.ts'

/** The steps of a project as six rising plinths: lit when reached, purple for the current one. */
export const RoomSteps = ({ project }: { project: Project }) => (
  <ol aria-label={texts.steps} className="room-steps">
    {stepsOf(project).map(({ name, at, state }, index) => (
      <li
        key={name}
        className={clsx('room-step', `room-step-${index}`)}
        data-state={state}
        aria-current={state === 'now' ? 'step' : undefined}
      >
        <span className="room-step-block" aria-hidden />
        <span className="room-step-name">
          {name}
          <span className="sr-only">{`, ${texts.step[state]}`}</span>
        </span>
        {at === null ? null : (
          <time dateTime={at} className="room-step-day tnum">
            {dayOf(at)}
          </time>
        )}
      </li>
    ))}
  </ol>
)
