/** Focuses the first field with an error, after the render that marks it [design/web-206]. */
export const focusFirstWrong = (part: HTMLElement | null): void => {
  requestAnimationFrame(() => part?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
