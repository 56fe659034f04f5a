/** Effects common to a category and the residuals they leave: the first stage of the demand model. */
export interface ResponseFit {
  /** Log level of each item at full price in an average week. */
  level: Float64Array;
  /** Week effects: all items, and each category's deviation at `c * T + t`. */
  week: Float64Array;
  category_week: Float64Array;
  /** Smooth deviation of items that stay from those of the collections, by week. */
  stay_week: Float64Array;
  /** Slope of the price feature (positive) and markdown jump, per category. */
  slope: Float64Array;
  jump: Float64Array;
  /** Change of log demand per unit of the age feature (≤ 0), per category. */
  ageing: Float64Array;
  /** NB2 dispersion 1/r per category. */
  inverse_dispersion: Float64Array;
  /** Own slope of each item (positive) and its variance before pooling. */
  own_slope: Float64Array;
  own_variance: Float64Array;
  episodes: Int32Array;
}
