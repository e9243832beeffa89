let drawn: boolean | undefined

/** Do this system's fonts draw flags? Where they do not, two letters appear, which are no flag. */
const drawsFlags = (): boolean => {
  if (drawn !== undefined) return drawn
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (drawn = false)
  const width = (text: string) => context.measureText(text).width
  // a drawn flag is one glyph, narrower than its two letters apart; and it has colours
  context.font = '20px sans-serif'
  if (width('\u{1F1FA}\u{1F1FE}') >= width('\u{1F1FA}') + width('\u{1F1FE}')) return (drawn = false)
  context.canvas.width = 24
  context.canvas.height = 24
  context.font = '20px sans-serif'
  context.fillText('\u{1F1FA}\u{1F1FE}', 0, 20)
  const { data } = context.getImageData(0, 0, 24, 24)
  drawn = data.some((value, at) => at % 4 < 3 && value > 0)
  return drawn
}

/** The flag as a character, or null where the system has none. */
export const flagOf = (code: string): string | null =>
  drawsFlags() ? String.fromCodePoint(...Array.from(code, (letter) => 0x1f1a5 + letter.charCodeAt(0))) : null
