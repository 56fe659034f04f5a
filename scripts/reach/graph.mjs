// Follows names from declaration to declaration, across modules and packages.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readModule } from './module.mjs';

/** Test code: tests, and what they share in folders called test. */
export const isTest = (path) => /(\.(test|spec)\.|\/tests?\/)/.test(path);
/** What is installed at a customer's: the sources of apps and packages without their tests. */
export const isProduct = (path) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !isTest(path);

export class Graph {
  #modules = new Map();

  /** @param root the folder that paths are relative to */
  constructor(root) {
    this.root = root;
  }

  module(path) {
    if (!this.#modules.has(path)) this.#modules.set(path, readModule(join(this.root, path)));
    return this.#modules.get(path);
  }

  /** The path that `from`, written in `path`, stands for; undefined outside the repository's own code. */
  locate(path, from) {
    const [, own, face = ''] = /^@palier\/([a-z]+)(\/.+)?$/.exec(from) ?? [];
    const target = own ? this.#face(own, face) : /^\.{1,2}\//.test(from) && join(dirname(path), from);
    return target && /\.(tsx?|mjs)$/.test(target) && existsSync(join(this.root, target)) ? target : undefined;
  }

  /** The module that a package publishes under a path: '' or '/client'. */
  #face(own, face) {
    const folder = `packages/${own}`;
    const manifest = JSON.parse(readFileSync(join(this.root, folder, 'package.json'), 'utf8'));
    const target = manifest.exports[`.${face}`];
    return target && join(folder, target);
  }

  /** Where the name published by a module is declared: `[{ path, name }]`, each re-export on the way included. */
  publish(path, name, seen = new Set()) {
    if (seen.has(path)) return [];
    seen.add(path);
    const module = this.module(path);
    if (name === '*')
      return [
        ...[...module.exports.keys()].flatMap((one) => this.publish(path, one)),
        ...[...module.stars].flatMap((from) => this.#next(path, from, '*', seen)),
      ];
    const found = module.exports.get(name);
    if (!found) return [...module.stars].flatMap((from) => this.#next(path, from, name, seen));
    if (found.from) return this.#next(path, found.from, found.name, new Set());
    return this.named(path, found.local);
  }

  #next(path, from, name, seen) {
    const target = this.locate(path, from);
    return target ? this.publish(target, name, seen) : [];
  }

  /** What a name used in a module stands for, declared there or imported. */
  named(path, name) {
    const module = this.module(path);
    if (module.declarations.has(name)) return [{ path, name }];
    const taken = module.imports.get(name);
    return taken ? this.#next(path, taken.from, taken.name, new Set()) : [];
  }

  /** Everything that a piece of code (its names and paths) leads to at one step. */
  step(path, { names, paths }) {
    const files = [...paths].map((from) => this.locate(path, from)).filter(Boolean);
    return [
      ...[...names].flatMap((name) => this.named(path, name)),
      ...files.flatMap((file) => this.whole(file)),
    ];
  }

  /** A module run as a whole: what it does when loaded and all that it publishes. */
  whole(path) {
    return [{ path, name: undefined }, ...this.publish(path, '*')];
  }

  /**
   * All that `starts` lead to: a map from path to the names declared there that are reached.
   * `follows(path)` false ends the walk at the declarations of that module.
   */
  reach(starts, follows = () => true) {
    const reached = new Map();
    const queue = [...starts];
    const load = (path) => {
      if (reached.has(path)) return;
      reached.set(path, new Set());
      if (!follows(path)) return;
      const module = this.module(path);
      for (const effect of module.effects) queue.push(...this.step(path, effect));
      for (const from of module.loads) {
        const target = this.locate(path, from);
        if (target) queue.push({ path: target });
      }
    };
    while (queue.length > 0) {
      const { path, name } = queue.pop();
      load(path);
      const names = reached.get(path);
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      if (follows(path)) queue.push(...this.step(path, this.module(path).declarations.get(name)));
    }
    return reached;
  }
}
