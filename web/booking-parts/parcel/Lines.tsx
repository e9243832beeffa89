export interface Line {
  readonly title: string
  readonly text: string | null | undefined
  /** a phone number, which is written from left to right in every language */
  readonly number?: boolean
}

/** Titles with their texts; lines without a text are left out, and nothing is drawn without any. */
export const Lines = ({ lines, className }: { readonly lines: readonly Line[]; readonly className?: string }) => {
  const shown = lines.filter(({ text }) => text)
  if (shown.length === 0) return null
  return (
    <dl {...(className === undefined ? {} : { className })}>
      {shown.map(({ title, text, number }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <bdi dir={number ? 'ltr' : 'auto'}>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
