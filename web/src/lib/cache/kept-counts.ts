interface Likeable {
  isLiked: boolean
  likes: number
  likeCount: number
}
interface Saveable {
  isSaved: boolean
  saveCount: number
}

/** The count moves with the wish and only when the wish changes something. */
export function withLike(entity: Likeable, isLiked: boolean): Partial<Likeable> {
  if (entity.isLiked === isLiked) return {}
  const likeCount = Math.max(0, entity.likeCount + (isLiked ? 1 : -1))
  return { isLiked, likeCount, likes: likeCount }
}

export function withSave(entity: Saveable, isSaved: boolean): Partial<Saveable> {
  if (entity.isSaved === isSaved) return {}
  return { isSaved, saveCount: Math.max(0, entity.saveCount + (isSaved ? 1 : -1)) }
}
