import './limits.css'
import type { ReactNode } from 'react'

/** One part of a page of facts, with its title. `id` lets other pages link to it. */
export const Part = ({
  title,
  id,
  children,
}: {
  title: string
  id?: string
  children: ReactNode
}) => (
  <section id={id} className="limits-part">
    <h2 className="display text-24 text-ink">{title}</h2>
    {children}
  </section>
)

export const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="limits-points mt-4">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)
