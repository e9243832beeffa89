import { useEffect, useState } from 'react'

/**
 * Height and place of what a phone's keyboard leaves visible, as a style; none where browsers shrink the page
 * themselves. Without it the field to write in would be behind the keyboard of iPhones.
 */
export const useVisibleHeight = (): { readonly height?: string; readonly transform?: string } => {
  const [shown, setShown] = useState<{ readonly height: number; readonly top: number } | null>(null)
  useEffect(() => {
    const { visualViewport } = window
    if (visualViewport === null) return undefined
    const measure = () => {
      // a zoomed page is smaller, too, and is left alone
      const covered = visualViewport.scale === 1 && window.innerHeight - visualViewport.height > 80
      setShown(covered ? { height: visualViewport.height, top: visualViewport.offsetTop } : null)
    }
    measure()
    visualViewport.addEventListener('resize', measure)
    visualViewport.addEventListener('scroll', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      visualViewport.removeEventListener('scroll', measure)
    }
  }, [])
  return shown === null ? {} : { height: `${shown.height}px`, transform: `translateY(${shown.top}px)` }
}
