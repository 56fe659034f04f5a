import { expect, type Locator, type Page } from '@playwright/test';
import { cell, rows } from '../../support/listing.ts';

export const TOTAL = '[data-part=totals]';

/** A number as the screen writes it: « 1 234 produits ». */
export function french(value: number): string {
  return new Intl.NumberFormat('fr-FR').format(value).replaceAll(/\s/g, '\\s');
}

/** Goes to a listing and waits for its first rows. */
export async function goToListing(page: Page, project: string, query: string): Promise<void> {
  await page.goto(`/project/${project}/listing?vue=large${query}`);
  await expect(rows(page, 'group').or(rows(page, 'line')).first()).toBeVisible();
}

export async function openMenu(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Autres actions' }).click();
  return page.getByRole('menuitem', { name: entry });
}

/** Opens the n-th group of the first level, then its first group. */
export async function openProducts(page: Page): Promise<void> {
  await rows(page, 'group')
    .nth(0)
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  const second = page.locator('[role=row][aria-level="2"]').first();
  await expect(second).toBeVisible();
  await second.getByRole('button', { name: /^Ouvrir/ }).click();
  await expect(rows(page, 'line').first()).toBeVisible();
}

/** The discount that a row shows, in points; null for a mean that is not a whole number. */
export async function discountOf(row: Locator): Promise<number | null> {
  const text = await cell(row, 'editionDiscount').locator('[data-part=discount]').innerText();
  const found = /^(\d+)\s%/.exec(text);
  return found ? Number(found[1]) : null;
}

export interface Sight {
  /** Most elements of the document at any frame. */
  nodes: number;
  /** Frames on which a place of the grid had no row. */
  blank: number;
  /** Frames on which a row in sight still waited for its figures. */
  waiting: number;
  frames: number;
}

/** Scrolls by `step` pixels at each of `frames` frames, there and back, and looks at what each one shows. */
export function scrollThrough(page: Page, step: number, frames: number): Promise<Sight> {
  return page.getByRole('treegrid').evaluate(
    (grid, options) => {
      const element = grid;
      const box = element.getBoundingClientRect();
      const rowAt = (share: number): Element | null =>
        document.elementFromPoint(box.x + 60, box.y + box.height * share)?.closest('[role=row]') ?? null;
      const seen = { nodes: 0, blank: 0, waiting: 0, frames: 0 };
      return new Promise<typeof seen>((done) => {
        const frame = (): void => {
          if (seen.frames > 0) {
            seen.nodes = Math.max(seen.nodes, document.getElementsByTagName('*').length);
            const places = [0.3, 0.5, 0.7, 0.9].map(rowAt);
            if (places.some((row) => !row?.querySelector('[role=gridcell], [role=rowheader]')))
              seen.blank += 1;
            if (places.some((row) => row?.getAttribute('data-kind') === 'placeholder')) seen.waiting += 1;
          }
          if (seen.frames === options.frames) {
            done(seen);
            return;
          }
          seen.frames += 1;
          element.scrollTop += seen.frames <= options.frames / 2 ? options.step : -options.step;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
    },
    { step, frames },
  );
}
