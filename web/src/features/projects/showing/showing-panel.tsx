import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { askToShow } from '@plinth/contract/projects/showing-calls.ts'
import type { Project, Showing } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { dayAhead, dayWords } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { useStep } from '../use-step.ts'
import { showingTexts as texts } from './showing-texts.ts'

const ShowingAnswerForm = lazy(async () => ({
  default: (await import('./showing-answer-form.tsx')).ShowingAnswerForm,
}))
const ShowDialog = lazy(async () => ({
  default: (await import('./show-dialog.tsx')).ShowDialog,
}))

interface ShowingPanelProps {
  project: Project
}

/** From a completed project to its creator's portfolio: the question, the client's answer, and the draft. */
export function ShowingPanel({ project }: ShowingPanelProps) {
  const { role, showing } = project
  // Whoever has delivered nothing that can be shown has nothing to ask for.
  if (role === null || (project.deliveries[0]?.files ?? []).length === 0) return null
  if (role === 'client')
    return showing === null ? null : <OfClient project={project} showing={showing} />
  return (
    <section aria-labelledby="showing" className="room-panel">
      <h2 id="showing" className="display text-20 text-ink">
        {showing !== null && showing.answer === null
          ? texts.asked(project.client.firstName)
          : texts.heading}
      </h2>
      {showing === null ? (
        <Ask project={project} />
      ) : (
        <OfCreator project={project} showing={showing} />
      )}
    </section>
  )
}

function Ask({ project: { id, client } }: ShowingPanelProps) {
  const step = useStep({
    projectId: id,
    send: (body: object, idempotencyKey) =>
      call(askToShow, { params: { id }, body, idempotencyKey }),
  })
  return (
    <>
      <p className="mt-1 text-14 text-ink-3">{texts.askLine(client.firstName)}</p>
      {step.problem === null ? null : (
        <div className="mt-4">
          <ErrorText text={step.problem} />
        </div>
      )}
      <Button
        size={52}
        className="mt-5"
        busy={step.isBusy && texts.asking}
        onClick={() => step.run({})}
      >
        {texts.ask(client.firstName)}
      </Button>
    </>
  )
}

interface AnsweredProps extends ShowingPanelProps {
  showing: Showing
}

function OfCreator({ project, showing }: AnsweredProps) {
  const { answer, showFrom, namesClient, workId } = showing
  const [isMaking, setMaking] = useState(false)
  const name = project.client.firstName
  if (answer === null) return <p className="mt-1 text-14 text-ink-3">{texts.askedLine(name)}</p>
  const isOpen = answer === 'now' || (showFrom !== null && showFrom <= dayAhead(0))
  return (
    <>
      <p className="mt-1 text-14 text-ink-3">
        {texts.heard(name, showFrom && dayWords(showFrom))[answer]}
        {answer === 'never'
          ? null
          : ` ${namesClient ? texts.heardNamed(name) : texts.heardUnnamed(name)}`}
      </p>
      {workId === null ? (
        isOpen && (
          <Button size={52} className="mt-5" onClick={() => setMaking(true)}>
            {texts.make}
          </Button>
        )
      ) : (
        <Button size={52} className="mt-5" asChild>
          <Link to="/portfolio/$id" params={{ id: workId }}>
            {texts.draft}
          </Link>
        </Button>
      )}
      {isMaking ? (
        <Suspense fallback={null}>
          <ShowDialog project={project} onClose={() => setMaking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function OfClient({ project, showing }: AnsweredProps) {
  const { answer, showFrom, namesClient } = showing
  const [isChanging, setChanging] = useState(false)
  const name = project.creator.firstName
  const isAsking = answer === null || isChanging
  return (
    <section aria-labelledby="showing" className="room-panel">
      <h2 id="showing" className="display text-20 text-ink">
        {answer === null ? texts.question(name) : texts.heading}
      </h2>
      {isAsking ? (
        <Suspense fallback={<div className="h-60" />}>
          <ShowingAnswerForm
            project={project}
            showing={showing}
            onDone={() => setChanging(false)}
            onKeep={answer === null ? null : () => setChanging(false)}
          />
        </Suspense>
      ) : (
        <>
          <p className="mt-1 text-14 text-ink-3">
            {texts.said(name, showFrom && dayWords(showFrom))[answer]}
            {answer === 'never' ? null : ` ${namesClient ? texts.saidNamed : texts.saidUnnamed}`}
          </p>
          <Button className="mt-5" onClick={() => setChanging(true)}>
            {texts.change}
          </Button>
        </>
      )}
    </section>
  )
}
