import { useEffect, useState, type RefObject } from 'react'

/** Whether at least a part of an element is in the viewport. */
export function useInSight(place: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) =>
      setInSight(entry?.isIntersecting === true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return isInSight
}
