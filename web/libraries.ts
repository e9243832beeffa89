/** What the app is built on, by itself: main.ts has it evaluated before the app, and lets the page answer in between. */
export { createRoot } from 'react-dom/client'
export { createRouter } from '@tanstack/react-router'
export { QueryClient } from '@tanstack/react-query'
export { default as i18next } from 'i18next'
